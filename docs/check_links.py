#!/usr/bin/env python3
"""check_links.py FOLDER: every link and picture in the HTML files of a folder leads to a file and an anchor in it."""
import html.parser
import pathlib
import sys
import urllib.parse


class Page(html.parser.HTMLParser):
    def __init__(self, path):
        super().__init__()
        self.links, self.anchors = [], set()
        self.feed(path.read_text(errors="replace"))

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        self.anchors.update(v for k, v in values.items() if k in ("id", "name") and v)
        self.links += [v for k, v in values.items() if k in ("href", "src") and v]


def main():
    folder = pathlib.Path(sys.argv[1])
    pages = {path.resolve(): Page(path) for path in folder.rglob("*.html")}
    broken, seen = [], 0
    for path, page in pages.items():
        for link in page.links:
            parts = urllib.parse.urlsplit(link)
            if parts.scheme or link.startswith("//") or link == "#":
                continue
            seen += 1
            target = (path.parent / urllib.parse.unquote(parts.path)).resolve() if parts.path else path
            if not target.exists():
                broken.append(f"{path.name}: {link}")
            elif parts.fragment and target in pages and parts.fragment not in pages[target].anchors:
                broken.append(f"{path.name}: {link} has no such anchor")
    print("\n".join(sorted(set(broken))))
    print(f"{len(pages)} pages, {seen} links inside, {len(set(broken))} broken")
    return 1 if broken or not pages else 0


if __name__ == "__main__":
    sys.exit(main())
