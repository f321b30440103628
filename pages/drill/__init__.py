"""The drill: endless exercises, with the likely mistake behind each wrong number."""
