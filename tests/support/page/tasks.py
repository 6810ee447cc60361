"""What is given to the page in a browser, and what it says."""

import base64
import json

from tests.support.page.node import FLOORS, noted

HEADLINE = """new Promise((resolve) => {
  const look = () => {
    const found = document.getElementById("verdict");
    if (found) resolve(found.textContent);
    return Boolean(found);
  };
  if (look()) return;
  const looks = new MutationObserver(() => look() && looks.disconnect());
  looks.observe(document.body, { childList: true, subtree: true });
})"""


def question(source, floors="tiny", notes=None, **options):
    """A file, and how it is to be checked, as an expression of the page's language."""
    asked = {"floors": FLOORS[floors], "notes": notes or noted(), **options}
    return f"""(() => {{
      const bytes = (text) => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
      const asked = {json.dumps(asked)};
      asked.notes.receipts = asked.notes.receipts.map(bytes);
      return {{ source: bytes("{base64.b64encode(source).decode()}"), ...asked }};
    }})()"""


def headline(tab):
    """What stands over the verdict, as soon as there is one."""
    return tab.run(HEADLINE)
