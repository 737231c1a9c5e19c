-- Files that people send. The row is there before the bytes and goes after them, so that whatever dies in between,
-- the row knows what has to be cleared away.
create table stored_files (
  id uuid primary key,
  purpose text not null check (purpose in ('post', 'cv', 'receipt')),
  -- Null is a guest's, or of somebody whose account is erased.
  owner_id integer references users on delete set null,
  kind text not null check (kind in ('image', 'video', 'file')),
  type text not null,
  size bigint not null check (size >= 0),
  -- What the sender called it.
  file_name text not null check (length(file_name) between 1 and 400),
  -- Its files in storage: an image has one a size.
  names text[] not null check (cardinality(names) > 0),
  is_public boolean not null,
  -- Coming: nothing uses it yet. Dropped: nothing uses it any more.
  state text not null default 'coming' check (state in ('coming', 'kept', 'dropped')),
  created_at timestamptz not null
);
create index stored_files_names on stored_files using gin (names);
create index stored_files_owner on stored_files (owner_id) where owner_id is not null;
create index stored_files_unused on stored_files (created_at) where state <> 'kept';
