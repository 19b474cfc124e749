"""Numba by its internals, which a new version may change; `compiler` then does without this module.

A kernel called from Python is compiled *whole*. The kernels that it calls become *parts* of it: they are translated,
but optimized and turned into machine code only with the whole, and without entry points for Python. Numba by itself
would do all of this for each kernel, which takes twice as long.

When the compilation of a kernel begins, its number, the total and its name are logged.
"""

from __future__ import annotations

import gc
import pickle
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from hashlib import blake2b
from time import perf_counter
from types import FunctionType
from typing import Any, Protocol

import llvmlite
import numba
import numpy as np
from numba.core import ir, serialize
from numba.core.caching import NullCache
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, CompileResult
from numba.core.compiler_lock import global_compiler_lock
from numba.core.compiler_machinery import AnalysisPass, register_pass
from numba.core.environment import Environment
from numba.core.registry import CPUDispatcher
from numba.core.runtime import rtsys
from numba.core.typed_passes import IRLegalization

from destrier.support import kernel_store
from destrier.support.announcing import LOGGER, announce_in_notebook

__all__ = ["part", "whole"]

_FORMAT = 2
"""The version of the format of stored code."""


class Source(Protocol):
    """The interface of a kernel to compile; see `kernels`."""

    function: FunctionType
    options: dict[str, Any]

    @property
    def name(self) -> str: ...
    @property
    def digest(self) -> str: ...
    @property
    def calls(self) -> Sequence[Source]: ...
    @property
    def is_part(self) -> bool: ...
    @property
    def part(self) -> Any: ...
    def in_python(self, *arguments: Any) -> Any: ...


def whole(kernel: Source) -> _Whole:
    """Return a callable that compiles a kernel with all its parts."""
    return _Whole(kernel)


def part(kernel: Source) -> _Part:
    """Return the dispatcher that compiles a kernel as a part of others."""
    return _Part(kernel)


class _Dispatcher(CPUDispatcher):
    """Numba's substitute for a function, compiled for each combination of types that occurs."""

    def __init__(self, kernel: Source, pipeline: type[Compiler], **options: bool) -> None:
        function = kernel.function  # copied for each dispatcher: a kernel that calls itself is its own part
        copy = FunctionType(function.__code__, function.__globals__, function.__name__, None, function.__closure__)
        options |= {"nopython": True, "nogil": True, "no_cfunc_wrapper": True, **kernel.options}
        super().__init__(copy, targetoptions=options, pipeline_class=pipeline)
        self.kernel = kernel


class _Whole(_Dispatcher):
    """A kernel as called from Python."""

    def __init__(self, kernel: Source) -> None:
        super().__init__(kernel, Compiler)
        self._cache = _Kept(kernel)

    def compile(self, sig: Any) -> Any:
        with global_compiler_lock, self._cache.compiling(), _without_collections():
            return super().compile(sig)


# Parts


class _Part(_Dispatcher):
    """A kernel as called from other kernels. It has no address, and is identified by its code."""

    def __init__(self, kernel: Source) -> None:
        super().__init__(kernel, _PartCompiler, no_cpython_wrapper=True)

    def compile(self, sig: Any) -> Any:
        if tuple(sig) not in self.overloads:
            _progress.tell(self.kernel)
        return super().compile(sig)

    def get_call_template(self, args: Any, kws: Any) -> Any:
        return super().get_call_template(tuple(map(_widened, args)), kws)

    def add_overload(self, cres: CompileResult) -> None:
        self.overloads[tuple(cres.signature.args)] = cres
        self.targetctx.insert_user_function(cres.library, cres.fndesc, [cres.library])

    def get_overload(self, sig: Any) -> Any:
        return self.overloads[tuple(sig)].library


def _widened(kind: Any) -> Any:
    """Return the type of a part's argument: a single type for all signed integers and their constants.

    Otherwise Numba would compile a part once for `find(tree, 0)` and again for `find(tree, root)`.
    """
    kind = numba.types.unliteral(kind)
    return numba.types.int64 if isinstance(kind, numba.types.Integer) and kind.signed else kind


class _PartCompiler(Compiler):
    def define_pipelines(self) -> list[Any]:
        state = self.state
        state.flags.no_compile = True
        state.library = _PartLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        (pipeline,) = super().define_pipelines()
        pipeline.add_pass_after(_Borrowing, IRLegalization)
        pipeline.finalize()
        return [pipeline]


@register_pass(mutates_CFG=False, analysis_only=True)
class _Borrowing(AnalysisPass):
    """Let a part that neither creates nor returns an array borrow its arrays, without reference counting.

    In a function called for every edge, counting takes longer than the work: tempering would take six times as long.
    """

    _name = "borrowing"

    def __init__(self) -> None:
        super().__init__()

    def run_pass(self, state: Any) -> bool:
        """Switch reference counting off, if possible, before the part is translated."""
        models, types = state.targetctx.data_model_manager, state.typemap

        def is_counted(kind: Any) -> bool:
            return bool(models[kind].contains_nrt_meminfo())

        def makes(value: Any) -> bool:
            by_array = value.op == "getitem" and is_counted(types[value.index.name])
            return by_array or value.op not in _VIEWS

        made = (
            types[assignment.target.name]
            for block in state.func_ir.blocks.values()
            for assignment in block.find_insts(ir.Assign)
            if isinstance(assignment.value, ir.Expr) and makes(assignment.value)
        )
        if not is_counted(state.return_type) and not any(map(is_counted, made)):
            state.targetctx = state.targetctx.subtarget(enable_nrt=False)
        return False


_VIEWS = (
    *("getattr", "getitem", "static_getitem", "typed_getitem", "build_tuple", "cast", "phi"),
    *("getiter", "iternext", "pair_first", "pair_second", "exhaust_iter"),
)
"""The operations whose results, if arrays, are existing arrays or views of them."""


class _PartLibrary(JITCodeLibrary):
    """The code of a part, to be linked into a whole and optimized there."""

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalized = True


# Storage


class _Kept(NullCache):
    """The cache in which Numba looks up and stores compiled code.

    Numba's own caches do not notice changes of called functions in other files.
    """

    def __init__(self, kernel: Source) -> None:
        self._kernel = kernel
        self._stack = ExitStack()
        self._environments: list[Environment] = []

    @contextmanager
    def compiling(self) -> Iterator[None]:
        """Release the kernel's lock at the end if it had to be compiled."""
        with self._stack:
            yield

    def load_overload(self, sig: Any, target_context: Any) -> CompileResult | None:
        """Return the code for a signature; if there is none, acquire a lock, because the caller will compile it."""
        name = self._name(sig, target_context)
        found = self._load(name, target_context)
        if found is None:
            self._stack.enter_context(kernel_store.locked(name))
            found = self._load(name, target_context)  # another process may have compiled it meanwhile
        if found is None:
            self._stack.enter_context(_progress.of(self._kernel))
        return found

    def save_overload(self, sig: Any, data: CompileResult) -> None:
        """Store the code for a signature."""
        *result, environments = data._replace(type_annotation="")._reduce()
        constants = {environment.env_name: list(environment.consts) for environment in environments}
        self._provide(constants, data.target_context)
        kernel_store.keep(self._name(sig, data.target_context), serialize.dumps((result, constants)))

    def _load(self, name: str, target_context: Any) -> CompileResult | None:
        """Return the code stored under a name, without loading what Numba needs only for compiling."""
        if (data := kernel_store.read(name)) is None:
            return None
        rtsys.initialize(target_context)
        result, constants = pickle.loads(data)  # noqa: S301  # which this user wrote
        found = CompileResult._rebuild(target_context, *result, ())
        self._provide(constants, target_context)
        return found

    def _provide(self, constants: dict[str, list[Any]], target_context: Any) -> None:
        """Give the parts their constants, such as error messages.

        For this, Numba would import the modules of all parts, including its own, which takes longer than everything
        else.
        """
        for name, values in constants.items():
            environment = Environment({})
            environment.consts[:] = values
            target_context.codegen().set_env(name, environment)
            self._environments.append(environment)

    def _name(self, sig: Any, target_context: Any) -> str:
        versions = _FORMAT, numba.__version__, llvmlite.__version__, np.__version__, sys.version_info[:2]
        content = self._kernel.digest, str(sig), target_context.codegen().magic_tuple(), versions
        digest = blake2b(repr(content).encode(), digest_size=12).hexdigest()
        return f"{self._kernel.name.replace('<locals>.', '')}-{digest}"


# Progress


class _Progress:
    """The number of compiled kernels, the total, and the elapsed seconds."""

    def __init__(self) -> None:
        self._done = self._expected = 0
        self._seconds = 0.0
        self._began = 0.0

    @contextmanager
    def of(self, kernel: Source) -> Iterator[None]:
        """Log the beginning and the end of the compilation of a kernel with all its parts."""
        announce_in_notebook()
        self._began = perf_counter()
        self._expected += 1 + sum(not each.is_part for each in kernel.calls[1:])
        self.tell(kernel)
        try:
            yield
        finally:
            seconds = perf_counter() - self._began
            self._seconds += seconds
            LOGGER.debug("compiled %s in %.1f s", kernel.name, seconds)

    def tell(self, kernel: Source) -> None:
        """Log that a kernel is being compiled."""
        self._done += 1
        self._expected = max(self._done, self._expected)
        taken = {"seconds": self._seconds + perf_counter() - self._began}
        LOGGER.info("compiling %d of %d: %s", self._done, self._expected, kernel.name, extra=taken)


_progress = _Progress()


@contextmanager
def _without_collections() -> Iterator[None]:
    """Switch the garbage collector off: it finds nothing to collect, and takes a tenth of the compilation time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
