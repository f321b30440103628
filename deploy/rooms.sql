-- The role and the database of the rooms; as root: runuser -u postgres -- psql --file deploy/rooms.sql
-- The role needs no password: on the same machine, PostgreSQL knows the system's user rankbook.
CREATE ROLE rankbook LOGIN;
-- On a bare Debian, a database would otherwise have no encoding, and texts would come back as bytes.
CREATE DATABASE rankbook OWNER rankbook ENCODING 'UTF8' LOCALE 'C' TEMPLATE template0;
