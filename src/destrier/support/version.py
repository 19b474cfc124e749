"""The version of the package, read by all modules and by the build."""

__version__ = "0.2.0"
