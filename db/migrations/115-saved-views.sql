-- Filters, search, sort and columns of a list of the desk under a name: one's own, or everybody's who may open the list.
create table saved_views (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  -- The list's path below the desk.
  list text not null check (list <> ''),
  name text not null check (length(name) between 1 and 60),
  -- The fields of the address.
  query jsonb not null check (jsonb_typeof(query) = 'object'),
  is_shared boolean not null default false,
  created_at timestamptz not null
);
create unique index saved_views_by_name on saved_views (user_id, list, lower(name));
create index saved_views_shared on saved_views (list) where is_shared;

-- The view in which a list opens for somebody.
create table default_views (
  user_id integer not null references users on delete cascade,
  list text not null,
  view_id integer not null references saved_views on delete cascade,
  primary key (user_id, list)
);
create index default_views_of_view on default_views (view_id);
