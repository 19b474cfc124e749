"""The version of the package, where every room and the build read it."""

__version__ = "0.2.0"
