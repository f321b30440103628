-- The role and the database of the rooms: sudo -u postgres psql --file deploy/rooms.sql
-- The role needs no password: on the same machine, PostgreSQL knows the system's user rankbook.
CREATE ROLE rankbook LOGIN;
CREATE DATABASE rankbook OWNER rankbook;
