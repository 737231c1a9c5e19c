-- Articles that staff edit, as courses are (migration 085): versions, schedules of publication, the archive, and which
-- English texts are behind.
alter table articles
  add column version integer not null default 1,
  -- When a job publishes it; null when that is not planned.
  add column publish_at timestamptz,
  add column archived_at timestamptz,
  add column cover_alt jsonb,
  -- By the hash of each English text: the hashes of the Arabic texts that it was made from.
  add column english_made_from jsonb not null default '{}',
  -- The texts whose Arabic changed after the English was made.
  add column english_stale text[] not null default '{}',
  add column english_missing integer not null default 0,
  -- Folded once, when it is written, with a blank before each word.
  add column search_text text not null generated always as
    (' ' || ar_norm((title ->> 'ar') || ' ' || coalesce(title ->> 'en', '') || ' ' || slug || ' '
      || translate(slug, '-', ' '))) stored,
  add constraint articles_publication check (num_nonnulls(published_at, publish_at, archived_at) <= 1);

create function count_missing_english_of_article() returns trigger language plpgsql as $$
begin
  new.english_missing := english_missing(new.title, new.summary, new.body, new.seo, new.cover_alt);
  return new;
end $$;
create trigger count_missing_english before insert or update of title, summary, body, seo, cover_alt on articles
  for each row execute function count_missing_english_of_article();
-- Without the triggers that follow a changed article: nothing of it changes that others show.
alter table articles disable trigger user;
update articles set english_missing = english_missing(title, summary, body, seo, cover_alt);
alter table articles enable trigger user;

create index articles_changed on articles (updated_at desc, id desc);
create index articles_by_title on articles (ar_norm(title ->> 'ar'), id);
create index articles_due on articles (publish_at) where publish_at is not null;
create index articles_found_by_staff on articles using gin (search_text gin_trgm_ops);
-- Who may write for the institute: a small part of all authors, most of whom are members.
create index authors_of_institute on authors (id) where trainer_id is not null or kind <> 'member';
