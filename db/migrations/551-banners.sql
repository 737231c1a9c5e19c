-- What staff announce above every page of the site, from a time to a time.
create table banners (
  id integer generated always as identity primary key,
  version integer not null default 1,
  kind text not null check (kind in ('information', 'important')),
  text jsonb not null,
  -- A path of the site without its language, or an address elsewhere; its words stand beside it.
  link text,
  link_text jsonb,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  check (starts_at < ends_at),
  check ((link is null) = (link_text is null))
);
create index banners_by_end on banners (ends_at);
create trigger banners_version before update on banners for each row
  when ((old.kind, old.text, old.link, old.link_text, old.starts_at, old.ends_at)
    is distinct from (new.kind, new.text, new.link, new.link_text, new.starts_at, new.ends_at))
  execute function raise_version();
call shown_on_pages('banners');
