"""Kernels: functions that are compiled where it pays.

A kernel is a function of arrays and numbers, marked with `kernel`. It gives the same result in two ways. With small
arrays, Python runs the function itself, so that nobody waits for a compiler to look at a small board, and Numba need
not even be installed. With large arrays, or when Python has spent some time on it, the kernel is compiled together with
all kernels that it calls, once for each installation (see `compiler` and `kernel_store`).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache, cached_property, update_wrapper
from hashlib import blake2b
from time import perf_counter
from types import BuiltinFunctionType, CellType, CodeType, FunctionType, ModuleType
from typing import Any, ClassVar, Final, overload

import numpy as np

from destrier.support.errors import DestrierError

__all__ = ["Kernel", "kernel"]

SMALL: Final = 1 << 15
"""Number of steps up to which Python runs a kernel; it takes a microsecond or a few for each."""

UNBOUNDED: Final = math.inf
"""The number of steps for each array element of a kernel whose arrays do not bound its number of steps."""

FEW: Final = 4000
"""Budget up to which Python runs a kernel; it takes some ten microseconds for each step of a search."""


KERNELS: Final[list[Kernel]] = []
"""All kernels of the modules imported so far."""


class Kernel:
    """A function that is compiled where it pays.

    Attributes
    ----------
    function
        The original function.
    steps
        Its number of steps for each element of its arrays.
    budget
        The parameter that bounds its number of steps, if any.
    python
        What Python runs in place of it, if that is not the function itself.
    options
        Options for the compiler, such as `error_model`.
    """

    patience: ClassVar[float] = 0.3
    """Seconds that Python may spend on a kernel, all calls together, before it is compiled, which takes about as long;
    with less than 0, all kernels are compiled."""

    def __init__(
        self,
        function: FunctionType,
        options: dict[str, Any],
        *,
        steps: float,
        budget: str | None,
        python: Callable[..., Any] | None,
    ) -> None:
        update_wrapper(self, function)
        self.function = function
        self.steps = steps
        self.budget = None if budget is None else function.__code__.co_varnames.index(budget)
        self.python = python
        self.options = options
        self._seconds = 0.0
        KERNELS.append(self)

    def __call__(self, *arguments: Any) -> Any:
        if (self._seconds > self.patience and _compiler() is not None) or not self.is_small(arguments):
            return self.whole(*arguments)
        began = perf_counter()
        result = self.in_python(*arguments)
        self._seconds += perf_counter() - began
        return result

    def in_python(self, *arguments: Any) -> Any:
        """Run the function without a compiler."""
        with np.errstate(over="ignore"):  # words of random bits
            return _native(self.interpreted(*map(_with_fields, arguments)))

    def is_small(self, arguments: tuple[Any, ...]) -> bool:
        """Whether Python runs the kernel with these arguments, unless it has already spent much time on it."""
        return _size(arguments) * self.steps <= SMALL and (self.budget is None or arguments[self.budget] <= FEW)

    @cached_property
    def interpreted(self) -> Callable[..., Any]:
        """The function for Python, which calls the functions of other kernels directly."""
        if self.python is not None:
            return self.python
        function = self.function
        cells = tuple(CellType(_function(cell.cell_contents)) for cell in function.__closure__ or ())
        return FunctionType(function.__code__, _namespace(function.__globals__), function.__name__, None, cells)

    def __repr__(self) -> str:
        return f"<kernel {self.name}>"

    @property
    def name(self) -> str:
        """The module and the name of the function."""
        return f"{self.function.__module__}.{self.function.__qualname__}"

    @cached_property
    def whole(self) -> Any:
        """The entry point for Python: the function compiled together with all kernels that it calls.

        Raises
        ------
        DestrierError
            If Numba is not installed or does not work.
        """
        if (compiler := _compiler()) is None:
            raise DestrierError(
                "this is too large for Python alone and needs Numba, which is missing: pip install numba"
            )
        return compiler.whole(self)

    @cached_property
    def part(self) -> Any:
        """The function as a part of other kernels."""
        from destrier.support import compiler

        return compiler.part(self)

    @property
    def calls(self) -> tuple[Kernel, ...]:
        """All kernels compiled together with this one, itself first."""
        found = {self: None}
        for caller in (queue := [self]):
            named = _globals(caller.function, caller.function.__code__).values()
            for value in (*named, *caller.enclosed):
                if isinstance(value, Kernel) and value not in found:
                    found[value] = None
                    queue.append(value)
        return tuple(found)

    @property
    def enclosed(self) -> tuple[Any, ...]:
        """The variables that the function captures from enclosing functions."""
        return tuple(cell.cell_contents for cell in self.function.__closure__ or ())

    @property
    def is_part(self) -> bool:
        """Whether this process has compiled the kernel as a part of others."""
        return "part" in self.__dict__ and bool(self.part.overloads)

    @cached_property
    def digest(self) -> str:
        """A hash of all compiled code: the code and constants of this kernel and of the kernels that it calls."""
        told = [each.content for each in self.calls]
        return blake2b(repr(told).encode(), digest_size=16).hexdigest()

    @cached_property
    def content(self) -> object:
        """The input of the compiler for this kernel alone."""
        code, named = self.function.__code__, _globals(self.function, self.function.__code__)
        constants = {name: _plain(value) for name, value in sorted(named.items())}
        return self.name, sorted(self.options.items()), _plain(code), _plain(self.enclosed), constants


@overload
def kernel(function: Callable[..., Any], /) -> Kernel: ...
@overload
def kernel(
    *, steps: float = 1, budget: str | None = None, python: Callable[..., Any] | None = None, **options: Any
) -> Callable[[Callable[..., Any]], Kernel]: ...
def kernel(
    function: Any = None,
    /,
    *,
    steps: float = 1,
    budget: str | None = None,
    python: Callable[..., Any] | None = None,
    **options: Any,
) -> Any:
    """Mark a function as a kernel.

    Parameters
    ----------
    function
        A function that takes and returns arrays, numbers and tuples of them, has no keyword arguments, and calls only
        kernels and what Numba supports. Callers must use fixed argument types, since these determine what is compiled.
    steps
        About how many steps it makes for each element of its arrays; a kernel that is `UNBOUNDED` is always compiled.
    budget
        The parameter that bounds its number of steps, if its arrays do not.
    python
        A function with the same results that Python runs in place of it, for the few words of bits for which Python has
        an operation of its own.
    options
        Options of the compiler, for the few kernels that need one.
    """
    if function is None:
        return lambda function: Kernel(function, options, steps=steps, budget=budget, python=python)
    return Kernel(function, options, steps=steps, budget=budget, python=python)


@cache
def _compiler() -> ModuleType | None:
    """Return the compiler, or `None` on a machine where Numba is missing or does not work."""
    try:
        from destrier.support import compiler
    except (ImportError, OSError):
        return None
    return compiler


def _size(value: Any) -> int:
    """Return the number of elements of all arrays in an argument or a tuple of them."""
    if isinstance(value, np.ndarray):
        return value.size
    return sum(map(_size, value)) if isinstance(value, tuple) else 0


def _with_fields(value: Any) -> Any:
    """Return an argument whose structured arrays have fields as attributes, as in compiled kernels."""
    if isinstance(value, np.ndarray):
        return value if value.dtype.names is None else value.view(np.recarray)
    return _mapped(_with_fields, value) if isinstance(value, tuple) else value


def _native(value: Any) -> Any:
    """Return what a compiled kernel would return: Python's numbers in place of NumPy's."""
    if isinstance(value, np.generic):
        return value.item()
    return _mapped(_native, value) if isinstance(value, tuple) else value


def _mapped(function: Callable[[Any], Any], values: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return a tuple, or a named one, with a function applied to its values."""
    results = map(function, values)
    return tuple(results) if type(values) is tuple else type(values)(*results)


_NAMESPACES: Final[dict[str, dict[str, Any]]] = {}


def _namespace(names: dict[str, Any]) -> dict[str, Any]:
    """Return the names of a module with functions in place of kernels."""
    module = names["__name__"]
    if module not in _NAMESPACES:
        found = _NAMESPACES[module] = dict(names)  # known before it is complete: kernels may call each other
        found.update({name: value.interpreted for name, value in names.items() if isinstance(value, Kernel)})
    return _NAMESPACES[module]


def _function(value: Any) -> Any:
    return value.interpreted if isinstance(value, Kernel) else value


def _globals(function: FunctionType, code: CodeType) -> dict[str, Any]:
    """Return the globals that a function and its inner functions use."""
    found = {name: function.__globals__[name] for name in code.co_names if name in function.__globals__}
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            found |= _globals(function, constant)
    return found


def _plain(value: Any) -> object:
    """Return a value in a form whose `repr` identifies it uniquely."""
    match value:
        case Kernel():
            return value.name
        case CodeType():
            names = value.co_names, value.co_varnames, value.co_freevars, value.co_cellvars
            return value.co_code, value.co_argcount, value.co_flags, names, [_plain(each) for each in value.co_consts]
        case np.ndarray() | np.generic():
            return value.dtype.str, value.shape, value.tobytes()
        case tuple() | list():
            return type(value).__qualname__, [_plain(each) for each in value]
        case None | bool() | int() | float() | str() | bytes():
            return type(value).__qualname__, value
        case ModuleType():
            return value.__name__
        case type() | BuiltinFunctionType() | np.ufunc() | np.dtype():
            return repr(value)
        case _ if getattr(value, "__module__", "").startswith("numpy"):  # a NumPy function
            return value.__module__, value.__qualname__
        case _:
            raise TypeError(f"a kernel can refer to kernels, numbers, arrays and tuples, not to {value!r}")
