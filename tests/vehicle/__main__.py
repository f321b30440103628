"""Serve the app with the tests' own page, as `streamlit` would without it."""

import pytest
from streamlit.web import cli

from tests import vehicle

vehicle.add(pytest.MonkeyPatch())
cli.main(prog_name="streamlit")
