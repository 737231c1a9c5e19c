-- Pages that staff edit, as courses and articles are (migrations 085 and 380): versions, which English texts are behind,
-- and drafts that a job publishes at their time.
alter table pages
  add column version integer not null default 1,
  -- By the hash of each English text: the hashes of the Arabic texts that it was made from.
  add column english_made_from jsonb not null default '{}',
  -- The texts whose Arabic changed after the English was made, as paths: sections.story.title
  add column english_stale text[] not null default '{}',
  add column english_missing integer not null
    generated always as (english_missing(title, description, sections)) stored;
-- What search engines are told of a page is edited with the page; of a page without texts of its own, by itself.
alter table page_seo
  add column version integer not null default 1,
  add column english_made_from jsonb not null default '{}',
  add column english_stale text[] not null default '{}',
  add column english_missing integer not null
    generated always as (english_missing(meta_title, meta_description, keywords)) stored;

alter table drafts
  -- When a job publishes it; null when that is not planned.
  add column publish_at timestamptz,
  -- The time at which the job could not: somebody else had changed the same text meanwhile.
  add column missed_at timestamptz;
create index drafts_due on drafts (publish_at) where publish_at is not null;
