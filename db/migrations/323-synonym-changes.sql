-- A synonym of a word that half of all courses have marked each of them at once, for more than a second. Now the word is
-- kept, and the job marks a thousand courses at a time, the newest first.
create table synonym_changes (
  id integer primary key generated always as identity,
  -- A tsquery of all words of the sense.
  words text not null,
  -- Courses from here on are marked already.
  before_course integer not null default 2147483647
);

-- As in 059: the newest courses at once, so that whoever changes a word sees what it does.
create or replace function synonyms_were_written() returns trigger language plpgsql set enable_seqscan = off as $$
declare
  asked tsquery;
  ids integer[];
begin
  if tg_op = 'DELETE' then
    asked := (select string_agg(format('''%s''', word), ' | ') from (
      select word from search_synonyms where sense in (select sense from removed) union select word from removed) as all_words);
  elsif tg_op = 'INSERT' then
    asked := (select string_agg(format('''%s''', word), ' | ') from search_synonyms where sense in (select sense from added));
  else
    asked := (select string_agg(format('''%s''', word), ' | ') from (
      select word from search_synonyms where sense in (select sense from removed union select sense from added)
      union select word from removed) as all_words);
  end if;
  if asked is null then return null; end if;
  ids := array(select course_id from (select course_id from course_offers where terms @@ asked offset 0) as matches
    order by course_id desc limit 21);
  perform refresh_course_search(ids[1:20]);
  if cardinality(ids) > 20 then
    -- The courses that earlier changes of the same words still wait for are among these.
    delete from synonym_changes as earlier where earlier.words::tsquery <@ asked;
    insert into synonym_changes (words, before_course) values (asked::text, ids[20]);
  end if;
  perform refresh_specialization_search(array(select id from specializations));
  perform refresh_question_search(array(select key from faq_groups));
  return null;
end
$$;

-- Marks at most `how_many` courses that the oldest change concerns. @returns whether there may be more
create function mark_synonym_courses(how_many integer) returns boolean
language plpgsql set jit = off set enable_seqscan = off as $$
declare
  change synonym_changes;
  ids integer[];
begin
  select * into change from synonym_changes order by id limit 1 for update skip locked;
  if not found then return false; end if;
  ids := array(
    select course_id from (select course_id from course_offers where terms @@ change.words::tsquery offset 0) as matches
    where course_id < change.before_course order by course_id desc limit how_many);
  insert into courses_to_index select unnest(ids) order by 1 on conflict do nothing;
  if cardinality(ids) < how_many then
    delete from synonym_changes where id = change.id;
  else
    update synonym_changes set before_course = ids[how_many] where id = change.id;
  end if;
  return true;
end
$$;

create or replace function index_waiting_courses(how_many integer) returns integer language plpgsql as $$
declare
  ids integer[];
begin
  while not exists (select from courses_to_index) and mark_synonym_courses(1000) loop end loop;
  with taken as (
    delete from courses_to_index where course_id in (
      select course_id from courses_to_index order by course_id desc limit how_many for update skip locked)
    returning course_id
  )
  select coalesce(array_agg(course_id), '{}') into ids from taken;
  perform refresh_course_search(ids);
  return cardinality(ids);
end
$$;
