from .path_store import load as load
