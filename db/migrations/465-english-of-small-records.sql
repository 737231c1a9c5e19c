-- By the hash of each English text: the hashes of the Arabic texts that it was made from, as courses and articles have it.
alter table trainers add column english_made_from jsonb not null default '{}';
alter table specializations add column english_made_from jsonb not null default '{}';
alter table institute add column english_made_from jsonb not null default '{}';

-- To say that English is right is a change that another editor must notice.
drop trigger specializations_version on specializations;
create trigger specializations_version before update on specializations for each row
  when ((old.name, old.summary, old.mark, old.colour, old.slug, old.english_made_from)
    is distinct from (new.name, new.summary, new.mark, new.colour, new.slug, new.english_made_from))
  execute function raise_version();

-- The records that wait for a translator, in the order of the report.
create index courses_to_translate on courses (id)
  where archived_at is null and (english_missing > 0 or english_stale <> '{}');
create index courses_stale_in_english on courses (id) where archived_at is null and english_stale <> '{}';
create index articles_to_translate on articles (id)
  where archived_at is null and (english_missing > 0 or english_stale <> '{}');
create index articles_stale_in_english on articles (id) where archived_at is null and english_stale <> '{}';
