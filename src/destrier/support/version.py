"""The version of the package, read by all modules and by the build."""

__version__ = "1.0.0"
