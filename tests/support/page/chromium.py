"""A headless Chromium, driven by its DevTools protocol over two pipes: no port, no library."""

import contextlib
import json
import os
import subprocess

FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--disable-dev-shm-usage", "--hide-scrollbars", "--remote-debugging-pipe",
)  # fmt: skip


class Refused(Exception):
    """The browser will not do what it was asked."""


class Chromium:
    """One browser with a profile of its own."""

    def __init__(self, program, profile):
        to_browser, self._out = os.pipe()
        self._in, from_browser = os.pipe()
        # The browser reads its file 3 and writes its file 4.
        plumbing = f'exec "$0" "$@" 3<&{to_browser} 4>&{from_browser}'
        self.process = subprocess.Popen(
            ["bash", "-c", plumbing, program, *FLAGS, f"--user-data-dir={profile}", "about:blank"],
            pass_fds=(to_browser, from_browser),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=os.environ | {"HOME": str(profile)},
        )
        os.close(to_browser)
        os.close(from_browser)
        self._unread = b""
        self._number = 0
        self.events = []

    def call(self, method, session=None, **params):
        """The answer to one command; what happens in between stands in `events`."""
        self._number += 1
        command = {"id": self._number, "method": method, "params": params}
        if session is not None:
            command["sessionId"] = session
        os.write(self._out, json.dumps(command).encode() + b"\0")
        while (message := self._read()).get("id") != self._number:
            self.events.append(message)
        if "error" in message:
            raise Refused(f"{method}: {message['error']['message']}")
        return message["result"]

    def wait_for(self, method, session):
        """The next event of that name in a session."""
        while True:
            for i, event in enumerate(self.events):
                if event.get("method") == method and event.get("sessionId") == session:
                    return self.events.pop(i)
            self.events.append(self._read())

    def _read(self):
        while b"\0" not in self._unread:
            more = os.read(self._in, 1 << 16)
            if not more:
                raise Refused("the browser has ended")
            self._unread += more
        line, self._unread = self._unread.split(b"\0", 1)
        return json.loads(line)

    def open(self, url, width=1000, height=900):
        """A tab that has loaded a page, with nothing but its disk to load from."""
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        tab = Tab(self, target, session)
        for domain in ("Page", "Runtime", "Network", "Log", "DOM"):
            tab.call(f"{domain}.enable")
        tab.looks(width, height)
        tab.call("Page.navigate", url=str(url))
        self.wait_for("Page.loadEventFired", session)
        return tab

    def end(self):
        """Close it and everything that it has started."""
        with contextlib.suppress(Refused, OSError):
            self.call("Browser.close")
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        os.close(self._out)
        os.close(self._in)


class Tab:
    """A page that is open."""

    def __init__(self, browser, target, session):
        self.browser, self.target, self.session = browser, target, session

    def call(self, method, **params):
        """The answer to a command about this page."""
        return self.browser.call(method, self.session, **params)

    def looks(self, width, height, scheme="light", scale=1):
        """Give the window a size in points, and light or dark."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=scale, mobile=width < 600)  # fmt: skip
        dark = [{"name": "prefers-color-scheme", "value": scheme}]
        self.call("Emulation.setEmulatedMedia", features=dark)

    def run(self, script):
        """What a script gives; a promise is waited for. Fails with what the script throws."""
        found = self.call(
            "Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True
        )
        assert "exceptionDetails" not in found, found["exceptionDetails"]
        return found["result"].get("value")

    def gives(self, selector, *paths):
        """Choose files for an input."""
        root = self.call("DOM.getDocument")["root"]["nodeId"]
        node = self.call("DOM.querySelector", nodeId=root, selector=selector)["nodeId"]
        self.call("DOM.setFileInputFiles", files=[str(path) for path in paths], nodeId=node)

    def asked_for(self):
        """Every address that the page has asked for so far."""
        self.run("0")
        return [
            event["params"]["request"]["url"]
            for event in self.browser.events
            if event.get("method") == "Network.requestWillBeSent"
            and event.get("sessionId") == self.session
        ]

    def told(self):
        """What the browser has complained of, in the page or on its console."""
        self.run("0")
        mine = [each for each in self.browser.events if each.get("sessionId") == self.session]
        logged = [e["params"]["entry"]["text"] for e in mine if e["method"] == "Log.entryAdded"]
        thrown = [str(e["params"]) for e in mine if e["method"] == "Runtime.exceptionThrown"]
        return logged + thrown

    def close(self):
        """Close the tab."""
        self.browser.call("Target.closeTarget", targetId=self.target)


@contextlib.contextmanager
def browsing(program, profile):
    """A browser, for as long as a block lasts."""
    browser = Chromium(program, profile)
    try:
        yield browser
    finally:
        browser.end()
