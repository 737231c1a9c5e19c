-- The links of the institute's texts that lead nowhere within the site, and all those to other sites with what these
-- answered last. The nightly job writes them anew.
create table found_links (
  id integer primary key generated always as identity,
  kind text not null,
  -- The id of the record, or its key where it has none.
  record text not null,
  name jsonb not null,
  path text not null,
  lang text not null check (lang in ('ar', 'en', 'both')),
  url text not null,
  is_outside boolean not null,
  state text not null check (state in ('dead', 'failed', 'unknown', 'notAsked', 'good')),
  reason text,
  -- What another site answered.
  status integer,
  -- The day in Riyadh of the first failure since the last good answer.
  failed_on date,
  found_at timestamptz not null,
  seen_at timestamptz not null,
  checked_at timestamptz,
  asked_again_at timestamptz
);
create unique index found_links_places on found_links (kind, record, path, lang, md5(url));
-- The list of the desk, and its counts.
create index found_links_bad on found_links (kind, record, id) where state <> 'good';
create index found_links_to_ask on found_links (checked_at nulls first, id) where is_outside;
create index found_links_outside on found_links (md5(url)) where is_outside;
