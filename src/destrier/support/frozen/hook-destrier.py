"""A PyInstaller hook for data files and modules imported by name, which PyInstaller cannot see in the code.

PyInstaller runs this file when it freezes a program that imports destrier. Installed optional packages are frozen with
it, except those that are excluded, as by `--exclude-module matplotlib`.
"""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path

from PyInstaller.utils.hooks import collect_data_files, collect_submodules

_EXTRA = re.compile(r'\bextra\("([\w.]+)"')

_optional = {
    name
    for path in Path(__file__).parents[2].rglob("*.py")
    for name in _EXTRA.findall(path.read_text(encoding="utf-8"))
    if find_spec(name.partition(".")[0])
}
hiddenimports = collect_submodules("destrier") + sorted(_optional)
datas = collect_data_files("destrier")
if "font_source_sans_pro" in _optional:
    datas += collect_data_files("font_source_sans_pro", includes=["**/*.ttf"])
