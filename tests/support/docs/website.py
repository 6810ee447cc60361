"""What mkdocs is told beside mkdocs.yml: pages from outside of docs/, and links that leave it."""

import re
from pathlib import Path, PurePosixPath
from posixpath import normpath, relpath

from mkdocs.structure.files import File

ROOT = Path(__file__).parents[3]
OF_THE_ROOT = ("CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "CODE_OF_CONDUCT.md")
FROM_ABOVE = {"README.md": "index.md"} | {name: name for name in OF_THE_ROOT}
"""Pages of the root, by the names that they have on the site."""
LINK = re.compile(r"(!?)\[([^]]*)\]\((?!https?:|mailto:|#)([^)#\s]+)(#[^)\s]*)?\)")


def on_config(config):
    """Headings have the names that GitHub gives them, which links in the pages use."""
    config.mdx_configs["toc"] = {"slugify": slug}
    return config


def slug(text, _):
    return re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")


def on_files(files, config):
    """Adds the pages of the root."""
    for name, page in FROM_ABOVE.items():
        text = (ROOT / name).read_text("utf-8")
        files.append(File.generated(config, page, content=text))
    return files


def on_page_markdown(markdown, page, config, files):
    """The page with links as they are on the site; what is not on it keeps its words alone."""
    outside = {there: name for name, there in FROM_ABOVE.items()}
    uri = page.file.src_uri
    here = PurePosixPath(outside.get(uri, f"docs/{uri}")).parent

    def led(found):
        bang, words, where, anchor = found.groups()
        target = normpath(str(here / where))
        there = FROM_ABOVE.get(target, target.removeprefix("docs/"))
        is_here = files.get_file_from_path(there) is not None and (
            target in FROM_ABOVE or target.startswith("docs/")
        )
        if not is_here:
            # A file that is not on the site; what is no file at all mkdocs complains of.
            return words if (ROOT / target).exists() else found[0]
        place = relpath(there, PurePosixPath(uri).parent)
        return f"{bang}[{words}]({place}{anchor or ''})"

    return LINK.sub(led, markdown)
