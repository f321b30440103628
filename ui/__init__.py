"""The parts that pages share. `tests/test_architecture.py` states which folder may import which."""
