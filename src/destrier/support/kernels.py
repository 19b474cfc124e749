"""Kernels: compiled functions.

A kernel is a function of arrays and numbers, marked with `kernel`. Nothing is compiled, and the compiler is not
imported, until a kernel is called from Python with arguments of new types. It is then compiled together with all
kernels that it calls, once for each installation (see `compiler` and `kernel_store`).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, update_wrapper
from hashlib import blake2b
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any, Final, overload

import numpy as np

__all__ = ["Kernel", "kernel"]

KERNELS: Final[list[Kernel]] = []
"""All kernels of the modules imported so far."""


class Kernel:
    """A function that is compiled when it is first called.

    Attributes
    ----------
    function
        The original function.
    options
        Options for the compiler, such as `error_model`.
    """

    def __init__(self, function: FunctionType, options: dict[str, Any]) -> None:
        update_wrapper(self, function)
        self.function = function
        self.options = options
        KERNELS.append(self)

    def __call__(self, *arguments: Any) -> Any:
        return self.whole(*arguments)

    def __repr__(self) -> str:
        return f"<kernel {self.name}>"

    @property
    def name(self) -> str:
        """The module and the name of the function."""
        return f"{self.function.__module__}.{self.function.__qualname__}"

    @cached_property
    def whole(self) -> Any:
        """The entry point for Python: the function compiled together with all kernels that it calls."""
        from destrier.support import compiler

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
def kernel(**options: Any) -> Callable[[Callable[..., Any]], Kernel]: ...
def kernel(function: Any = None, /, **options: Any) -> Any:
    """Mark a function as a kernel.

    Parameters
    ----------
    function
        A function that takes and returns arrays, numbers and tuples of them, has no keyword arguments, and calls only
        kernels and what Numba supports. Callers must use fixed argument types, since these determine what is compiled.
    options
        Options of the compiler, for the few kernels that need one.
    """
    if function is None:
        return lambda function: Kernel(function, options)
    return Kernel(function, options)


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
