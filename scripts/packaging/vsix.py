"""Packs the extension of Visual Studio Code, with the client in one file: statusd-VERSION.vsix, which runs the
statusd that is installed. With PROGRAM it brings that one along, and is for Linux on x86-64.

The same sources give the same bytes. It needs esbuild.

usage: vsix.py FOLDER [PROGRAM [NOTICES]]     FOLDER gets the package; NOTICES is about what is linked into the program
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from archive import Files, write_zip

ROOT = Path(__file__).resolve().parents[2]
EXTENSION = ROOT / "clients/vscode"
ENTRY = "dist/extension.cjs"
PLATFORM = "linux-x64"
#: Of what only those need who work on the extension.
APART = ("scripts", "dependencies", "files")


def main(folder: Path, program: Path | None = None, notices: Path | None = None) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    about = json.loads((EXTENSION / "package.json").read_text(encoding="utf-8"))
    target = PLATFORM if program else None
    files: Files = {
        "[Content_Types].xml": (content_types(program is not None), 0o644),
        "extension.vsixmanifest": (manifest(about, target), 0o644),
        "extension/package.json": (described(about), 0o644),
        "extension/LICENSE.txt": ((ROOT / "LICENSE").read_bytes(), 0o644),
        "extension/README.md": ((EXTENSION / "README.md").read_bytes(), 0o644),
        f"extension/{ENTRY}": (bundle(), 0o644),
    }
    for path in sorted((EXTENSION / "media").iterdir()):
        files[f"extension/media/{path.name}"] = (path.read_bytes(), 0o644)
    if program:
        files["extension/bin/statusd"] = (program.read_bytes(), 0o755)
    if notices:
        files["extension/NOTICES.txt"] = (notices.read_bytes(), 0o644)
    write_zip(folder / "-".join([about["name"], *filter(None, [target]), f"{about['version']}.vsix"]), files)


def bundle() -> bytes:
    with tempfile.TemporaryDirectory() as work:
        out = Path(work) / "extension.cjs"
        words = [
            "esbuild",
            "src/extension.cjs",
            "--bundle",
            "--platform=node",
            "--format=cjs",
            "--target=node18",
        ]
        words += ["--external:vscode", "--alias:statusd=../js/src/index.js", f"--outfile={out}"]
        # Where a bundle is, no package lies beside it that the client could find its program in.
        words += ["--log-override:empty-import-meta=silent", "--log-level=warning"]
        subprocess.run(words, check=True, cwd=EXTENSION)
        return out.read_bytes()


def described(about: dict[str, Any]) -> bytes:
    kept = {name: value for name, value in about.items() if name not in APART}
    return json.dumps({**kept, "main": f"./{ENTRY}"}, indent=2, ensure_ascii=False).encode()


def content_types(has_program: bool) -> bytes:
    types = {
        "cjs": "application/javascript", "json": "application/json", "md": "text/markdown", "png": "image/png",
        "svg": "image/svg+xml", "txt": "text/plain", "vsixmanifest": "text/xml",
    }  # fmt: skip
    defaults = "".join(f'<Default Extension=".{name}" ContentType="{kind}"/>' for name, kind in types.items())
    # It has no extension to go by.
    program = (
        '<Override PartName="/extension/bin/statusd" ContentType="application/octet-stream"/>'
        if has_program
        else ""
    )
    space = "http://schemas.openxmlformats.org/package/2006/content-types"
    return f'<?xml version="1.0" encoding="utf-8"?>\n<Types xmlns="{space}">{defaults}{program}</Types>\n'.encode()


def manifest(about: dict[str, Any], target: str | None) -> bytes:
    space = "http://schemas.microsoft.com/developer/vsx-schema/2011"
    platform = f" TargetPlatform={quoteattr(target)}" if target else ""
    properties = {
        "Microsoft.VisualStudio.Code.Engine": about["engines"]["vscode"],
        "Microsoft.VisualStudio.Code.ExtensionKind": ",".join(about["extensionKind"]),
        "Microsoft.VisualStudio.Services.Links.Source": about["repository"]["url"],
    }
    assets = {
        "Microsoft.VisualStudio.Code.Manifest": "package.json",
        "Microsoft.VisualStudio.Services.Content.Details": "README.md",
        "Microsoft.VisualStudio.Services.Content.License": "LICENSE.txt",
        "Microsoft.VisualStudio.Services.Icons.Default": about["icon"],
    }
    property_ = "".join(
        f"<Property Id={quoteattr(name)} Value={quoteattr(value)}/>" for name, value in properties.items()
    )
    asset = "".join(
        f'<Asset Type={quoteattr(kind)} Path={quoteattr(f"extension/{path}")} Addressable="true"/>'
        for kind, path in assets.items()
    )
    identity = " ".join(
        f"{name}={quoteattr(about[member])}"
        for name, member in {"Id": "name", "Version": "version", "Publisher": "publisher"}.items()
    )
    return f"""<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns={quoteattr(space)}>
<Metadata><Identity Language="en-US" {identity}{platform}/>
<DisplayName>{escape(about["displayName"])}</DisplayName>
<Description xml:space="preserve">{escape(about["description"])}</Description>
<Tags>{",".join(about["keywords"])}</Tags><Categories>{",".join(about["categories"])}</Categories>
<Properties>{property_}</Properties><License>extension/LICENSE.txt</License>
<Icon>extension/{about["icon"]}</Icon></Metadata>
<Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation><Dependencies/>
<Assets>{asset}</Assets></PackageManifest>
""".encode()


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3, 4):
        sys.exit("usage: vsix.py FOLDER [PROGRAM [NOTICES]]")
    main(*map(Path, sys.argv[1:]))
