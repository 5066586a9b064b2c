"""How kernels are compiled, and where their compiled code is kept."""

import hashlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numba
import platformdirs
from numba import njit

Function = TypeVar("Function", bound=Callable[..., Any])


def kernel(function: Function) -> Function:
    """The function compiled on its first call, cached on disk, free of the interpreter lock.

    It works on arrays that it is given and makes none: so it counts no references, which in a loop costs more than the
    work itself (``_nrt=False``).
    """
    compiled: Function = njit(cache=True, nogil=True, error_model="numpy", _nrt=False)(function)
    return compiled


def allocating_kernel(function: Function) -> Function:
    """A `kernel` that may make arrays: for what is called from Python, never in a loop."""
    compiled: Function = njit(cache=True, nogil=True, error_model="numpy")(function)
    return compiled


def inlined(function: Function) -> Function:
    """A `kernel` compiled into each that calls it, so that what is constant there costs nothing."""
    compiled: Function = njit(cache=True, nogil=True, error_model="numpy", _nrt=False, forceinline=True)(function)
    return compiled


def keep_compiled_code(*packages: Path) -> Path:
    """The folder that now keeps the compiled code of the kernels decorated from here on.

    numba's cache notices neither a change in another file nor a change of ``NUMBA_BOUNDSCHECK``. The folder is
    therefore named after the sources of ``packages`` (a kernel package and those below it), numba's version and that
    setting: a stale entry cannot be found.
    """
    digest = hashlib.sha256()
    for package in packages:
        for source in sorted(package.glob("*.py")):
            digest.update(source.name.encode())
            digest.update(source.read_bytes())
    settings = f"{numba.__version__} {os.environ.get('NUMBA_BOUNDSCHECK', '')}"
    digest.update(settings.encode())
    folder = Path(platformdirs.user_cache_dir("settebello")) / "kernels" / digest.hexdigest()[:16]
    numba.config.CACHE_DIR = str(folder)
    return folder
