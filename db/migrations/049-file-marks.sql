-- Several installations may share a bucket or a disk: a staging server with a copy of the database, or the same
-- institute before and after its address changed. Each marks its files, and deletes only those with a mark of its own.
create table installations (
  mark text primary key check (mark ~ '^[0-9a-f]{12}$'),
  -- The public address; empty in a demonstration.
  address text not null unique,
  since timestamptz not null,
  -- The installation that has replaced this one, and owns its files.
  taken_over_by text references installations (mark) on delete set null
);

-- Files in storage that no row knows of, since when. They are in quarantine: after a restore the database is younger than
-- they are, and a newer backup may know them.
create table unknown_files (
  name text primary key,
  found_at timestamptz not null
);
create index unknown_files_found on unknown_files (found_at);
