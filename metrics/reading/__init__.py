"""Readers of what people bring: TREC files, tables and JSON."""
