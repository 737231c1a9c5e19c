-- Staff find courses by their names and address, as people by their name: folded once, when it is written, with a blank
-- before each word, so that one or two letters are looked up as the beginning of a word.
alter table courses add column search_text text not null generated always as
  (' ' || ar_norm((name ->> 'ar') || ' ' || coalesce(name ->> 'en', '') || ' ' || slug || ' ' || translate(slug, '-', ' ')))
  stored;
drop index courses_found_by_staff;
create index courses_found_by_staff on courses using gin (search_text gin_trgm_ops);
