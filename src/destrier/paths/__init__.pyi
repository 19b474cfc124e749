from .store import load as load
