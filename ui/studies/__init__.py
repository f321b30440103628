"""What one page alone needs, a subject each: what it draws and what its buttons do."""
