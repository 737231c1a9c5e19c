-- Drafts that somebody threw away: for a while their text can be taken back.
create table discarded_drafts (
  id integer primary key generated always as identity,
  kind text not null check (kind in ('course', 'article', 'page')),
  key text not null,
  base_version integer not null,
  changes jsonb not null,
  updated_by integer references users on delete set null,
  updated_at timestamptz not null,
  discarded_by integer references users on delete set null,
  discarded_at timestamptz not null
);
create index on discarded_drafts (kind, key, discarded_at);
create index on discarded_drafts (updated_by);
create index on discarded_drafts (discarded_by);
