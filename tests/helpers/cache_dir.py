"""Print a folder for Numba's cache, named by a hash of the sources.

Numba's own cache does not notice that a function which a kernel calls has changed in another file.
"""

import hashlib
import tempfile
from pathlib import Path

sources = sorted(Path(__file__).parents[2].glob("src/destrier/**/*.py"))
digest = hashlib.sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()[:16]
print(Path(tempfile.gettempdir()) / f"destrier-kernels-{digest}")
