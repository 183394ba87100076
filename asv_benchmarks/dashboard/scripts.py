"""asv's pages without a network: the scripts that they need, from a package.

The pages that asv publishes load jQuery, Bootstrap, Flot and others from content networks. asv 0.5
brought the same scripts along, so that package is where they are taken from: pip downloads its
source and checks its hash. Nothing of it is installed or run, and git tracks nothing of it.

A browser does not let a page that is a file read other files, so the published data goes into a
script, too, which answers asv's requests. It also knows which data there is: asv asks for some that
was never recorded, which the browser would report as errors of the server.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path, PurePosixPath

__all__ = ["ScriptsError", "localize", "scripts_of_asv"]

PACKAGE = "asv==0.5.1"
SHA256 = "805fc3cc46c0bcf3e7baeaa16a12e4b92f1276c25490db4cb80fc541afa52bfc"

FOLDER = "scripts"
DATA = "published.js"
ANSWER_FROM_DATA = """\
$.ajaxTransport("+*", function (options) {
  var path = decodeURIComponent(options.url.split("?")[0]);
  return {
    send: function (headers, complete) {
      // Later, like an answer from a server: asv sends requests before it has set itself up.
      setTimeout(function () {
        if (path in PUBLISHED) {
          complete(200, "OK", {json: PUBLISHED[path]});
        } else if (options.dataTypes[0] === "text") {
          // With a picture asv tries whether the server is alive.
          complete(200, "OK", {text: ""});
        } else {
          complete(404, "Not Found");
        }
      });
    },
    abort: function () {}
  };
});
"""
"""Runs after jQuery."""

_EXTERNAL = re.compile(r'(?P<before>(?:src|href)=")(?P<url>https?://[^"]*)"(?P<rest>[^>]*)>')
_ATTRIBUTE = re.compile(r' (?:integrity|crossorigin|referrerpolicy)="[^"]*"')
_LOADING_TAG = re.compile(r"<(?:script|link)\b[^>]*>")


class ScriptsError(Exception):
    """The scripts are not to be had, or are not those that asv's page names."""


def scripts_of_asv(cache: Path) -> dict[str, bytes]:
    """Return the scripts and styles by name; pip downloads them once into the cache folder."""
    source = cache / f"{PACKAGE.replace('==', '-')}.tar.gz"
    if not source.exists():
        _download(cache)
    with tarfile.open(source) as archive:
        files = {
            PurePosixPath(member.name).name: archive.extractfile(member)
            for member in archive
            if member.isfile() and "/www/vendor/" in member.name
        }
        return {name: file.read() for name, file in files.items() if file is not None}


def _download(cache: Path) -> None:
    cache.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=cache) as folder:
        requirements = Path(folder) / "requirements.txt"
        requirements.write_text(f"{PACKAGE} --hash=sha256:{SHA256}\n")
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
        command += ["--disable-pip-version-check", "--require-hashes", "--no-binary", "asv"]
        command += ["--dest", folder, "--requirement", str(requirements)]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
        (source, *_) = [*Path(folder).glob("*.tar.gz"), None]
        if done.returncode or source is None:
            raise ScriptsError(
                f"pip could not download {PACKAGE}, which has the scripts of asv's pages; "
                f"it needs a package index once:\n{done.stderr.strip()}"
            )
        os.replace(source, cache / source.name)


def _plain(name: str) -> str:
    """The name of a script without its version, and whether it is minified."""
    return re.sub(r"-\d+(\.\d+)+|\.min", "", name)


def localize(site: Path, scripts: dict[str, bytes]) -> None:
    """Make the index of a published site load only files that lie beside it.

    Raises
    ------
    ScriptsError
        If asv's page loads a script that is not among these.
    """
    index = site / "index.html"
    text = index.read_text(encoding="utf-8")
    by_plain_name = {_plain(name): name for name in scripts}
    (site / FOLDER).mkdir(exist_ok=True)

    def with_local_urls(tag: re.Match[str]) -> str:
        return _EXTERNAL.sub(with_local_url, tag[0])

    def with_local_url(match: re.Match[str]) -> str:
        wanted = PurePosixPath(match["url"]).name
        name = by_plain_name.get(_plain(wanted))
        if name is None:
            raise ScriptsError(f"asv's page loads {match['url']}, and {PACKAGE} has no such script")
        (site / FOLDER / name).write_bytes(scripts[name])
        # Another version, or a file opened without a server, would fail the check of integrity.
        rest = _ATTRIBUTE.sub("", match["rest"])
        return f'{match["before"]}{FOLDER}/{name}"{rest}>'

    text = _LOADING_TAG.sub(with_local_urls, text)
    write_data(site)
    jquery = re.search(r'<script src="[^"]*/jquery-[^"]*"[^>]*></script>', text)
    if jquery is None:
        raise ScriptsError("asv's page loads no jQuery")
    load = f'<script src="{FOLDER}/{DATA}"></script>'
    text = f"{text[: jquery.end()]}\n    {load}{text[jquery.end() :]}"
    index.write_text(text, encoding="utf-8")


def write_data(site: Path) -> None:
    """Write all published data as one script, which answers the requests of asv's pages."""
    data = {
        path.relative_to(site).as_posix(): json.loads(path.read_text(encoding="utf-8"))
        for path in sorted(site.rglob("*.json"))
    }
    script = f"var PUBLISHED = {json.dumps(data, separators=(',', ':'))};\n{ANSWER_FROM_DATA}"
    (site / FOLDER / DATA).write_text(script, encoding="utf-8")
