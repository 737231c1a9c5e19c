-- The captions of a lesson are texts in both languages, too.
alter table lessons drop column english_missing;
alter table lessons add column english_missing integer not null
  generated always as (english_missing(title, body, captions, quiz #> '{questions,0,text}')) stored;
create index lessons_to_translate on lessons (id) where english_missing > 0 or english_stale <> '{}';
