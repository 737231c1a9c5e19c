create table institute (
  singleton boolean primary key default true check (singleton),
  data jsonb not null,
  -- The day of the first loading: relative days in the content are counted from it.
  loaded_on date not null
);

create table pages (
  code text primary key,
  title jsonb not null,
  description jsonb not null,
  image text,
  video text,
  sections jsonb not null,
  updated_at timestamptz not null
);

create table page_seo (
  code text primary key,
  meta_title jsonb not null,
  meta_description jsonb not null,
  keywords jsonb not null
);

create table organisations (
  kind text not null check (kind in ('partner', 'client')),
  key text not null,
  name jsonb not null,
  logo text not null,
  link text,
  position integer not null,
  primary key (kind, key)
);

create table faq_groups (
  key text primary key,
  title jsonb not null,
  questions jsonb not null,
  position integer not null
);

call shown_on_pages('institute');
call shown_on_pages('pages');
call shown_on_pages('page_seo');
call shown_on_pages('organisations');
call shown_on_pages('faq_groups');
