"""The versions of the database, each made of the one before; the same for SQLite and PostgreSQL."""
