-- The scripts and styles of the last builds, which pages that are open still ask for.

create table published_builds (
  id text primary key,
  -- The names of its files, below the folder of assets.
  files text[] not null,
  used_at timestamptz not null
);
