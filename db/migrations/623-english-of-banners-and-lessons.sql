-- By the hash of each English text: the hashes of the Arabic texts that it was made from, as other records have it.
alter table banners add column english_made_from jsonb not null default '{}';
drop trigger banners_version on banners;
create trigger banners_version before update on banners for each row
  when ((old.kind, old.text, old.link, old.link_text, old.starts_at, old.ends_at, old.english_made_from)
    is distinct from (new.kind, new.text, new.link, new.link_text, new.starts_at, new.ends_at, new.english_made_from))
  execute function raise_version();

alter table lessons
  add column version integer not null default 1,
  add column english_made_from jsonb not null default '{}',
  -- The texts whose Arabic changed after the English was made.
  add column english_stale text[] not null default '{}',
  -- A quiz is written in English as a whole or not at all.
  add column english_missing integer not null
    generated always as (english_missing(title, body, quiz #> '{questions,0,text}')) stored;
create trigger lessons_version before update on lessons for each row
  when ((old.title, old.body, old.quiz, old.captions, old.minutes, old.is_free, old.english_made_from)
    is distinct from (new.title, new.body, new.quiz, new.captions, new.minutes, new.is_free, new.english_made_from))
  execute function raise_version();
create index lessons_to_translate on lessons (id) where english_missing > 0 or english_stale <> '{}';

-- Of the links of menus and of the branches, which are parts of the institute.
alter table institute
  add column menus_made_from jsonb not null default '{}',
  add column branches_made_from jsonb not null default '{}';
