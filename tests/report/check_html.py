"""HTML reports: well formed, without anything from outside, small, and quick to open in headless Chromium.

usage: check_html.py FOLDER REPORT.html...    screenshots go to FOLDER. Without Chromium the last part is left out.
"""
import html.parser
import pathlib
import re
import shutil
import struct
import subprocess
import sys

VOID = {"meta", "br", "hr", "img", "input", "link"}
SELF_CLOSED_IN_SVG = {"rect", "path", "line", "circle", "polyline"}
SECTIONS = ["Before and after", "Stages", "Residual history", "Incidence of y and y' in the equations", "Equations"]
MOST_BYTES = 1_500_000
MOST_MILLISECONDS = 2000


class Page(html.parser.HTMLParser):
    """Checks nesting and collects what a browser would load."""

    def __init__(self, text):
        super().__init__()
        self.open, self.problems, self.headings, self.outside, self.shapes = [], [], [], [], 0
        self.feed(text)
        self.close()
        self.problems += [f"<{tag}> is never closed" for tag in self.open]

    def handle_starttag(self, tag, attributes):
        self.note(tag, attributes)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.note(tag, attributes)

    def note(self, tag, attributes):
        self.shapes += tag in SELF_CLOSED_IN_SVG
        for name, value in attributes:
            if name in ("src", "href", "xlink:href", "data", "action"):
                self.outside.append(f"{tag} {name}={value}")
        if tag in ("script", "iframe", "link", "img", "object"):
            self.outside.append(tag)

    def handle_endtag(self, tag):
        if not self.open or self.open[-1] != tag:
            self.problems.append(f"</{tag}> closes {self.open[-1:]}, line {self.getpos()[0]}")
        else:
            self.open.pop()

    def handle_data(self, data):
        if self.open and self.open[-1] == "h2":
            self.headings.append(data)


def check_page(path):
    text = path.read_text(encoding="utf-8")
    page = Page(text)
    problems = page.problems + [f"loads {what}" for what in page.outside]
    if re.search(r"https?://|url\(|@import", text):
        problems.append("mentions an address outside")
    if len(text) > MOST_BYTES:
        problems.append(f"{len(text)} bytes, at most {MOST_BYTES}")
    problems += [f"has no section '{name}'" for name in SECTIONS if name not in page.headings]
    if page.shapes < 5:
        problems.append("draws nothing")
    return problems


def chromium(program, *arguments):
    command = [program, "--headless=new", "--no-sandbox", "--disable-gpu", "--allow-file-access-from-files",
               "--disable-dev-shm-usage", "--hide-scrollbars", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=True).stdout


def opening_time(program, folder, path):
    """Milliseconds until the page is loaded and laid out, measured inside of the browser, and its height in pixels."""
    wrapper = folder / "open.html"
    wrapper.write_text(f"""<!DOCTYPE html><body><script>
      const start = performance.now();
      function opened(frame) {{
        const height = Math.round(frame.contentDocument.body.getBoundingClientRect().height);
        document.body.insertAdjacentHTML("beforeend",
          `<p>time ${{Math.round(performance.now() - start)}} height ${{height}}</p>`);
      }}
    </script><iframe width="1200" height="2000" onload="opened(this)" src="{path.resolve().as_uri()}"></iframe>
    </body>""", encoding="utf-8")
    dom = chromium(program, "--dump-dom", wrapper.resolve().as_uri())
    found = re.search(r"<p>time (\d+) height (\d+)</p>", dom)
    return (int(found[1]), int(found[2])) if found else (None, 0)


def png_size(path):
    data = path.read_bytes()
    return struct.unpack(">II", data[16:24]) if data[:8] == b"\x89PNG\r\n\x1a\n" else (0, 0)


def check_in_browser(program, folder, paths):
    problems = []
    for path in paths:
        time, height = opening_time(program, folder, path)
        for _ in range(2):  # a busy machine is no slow page
            if time is None or time > MOST_MILLISECONDS:
                time, height = opening_time(program, folder, path)
        print(f"{path.name}: {path.stat().st_size} bytes, opens in {time} ms, {height} pixels high")
        if time is None or time > MOST_MILLISECONDS:
            problems.append(f"{path.name} opens in {time} ms, at most {MOST_MILLISECONDS}")
        if height < 600:
            problems.append(f"{path.name} is only {height} pixels high")
    picture = folder / (paths[0].stem + ".png")
    chromium(program, "--window-size=1200,1600", f"--screenshot={picture}", paths[0].resolve().as_uri())
    if png_size(picture) != (1200, 1600) or picture.stat().st_size < 30_000:
        problems.append(f"the screenshot {picture.name} is empty")
    return problems


def main():
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    paths = [pathlib.Path(name) for name in sys.argv[2:]]
    problems = [f"{path.name}: {problem}" for path in paths for problem in check_page(path)]
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if program:
        problems += check_in_browser(program, folder, paths)
    else:
        print("Chromium is not installed: opening times and screenshot were left out.")
    for problem in problems:
        print(problem)
    return 1 if problems else 0


sys.exit(main())
