"""`python -m destrier`."""

from destrier.cli import main

if __name__ == "__main__":
    main()
