-- The words of twenty thousand names in one text took minutes to be told apart: a regular expression slows down with the
-- length of what it reads. Now each name is read by itself.
drop function remember_search_words(text);

-- The words of a name as `search_words` keeps them, also without their clitics.
create function search_word_forms(name text) returns table (word text, shown text)
language sql immutable parallel safe rows 20 as $$
  with spelled as materialized (select word, shown, search_bare(word) as bare from search_spellings(name))
  select word, shown from spelled where word !~ '^[0-9]+$' and length(word) > 1
  union
  select bare, right(shown, length(bare)) from spelled where bare <> word and length(shown) = length(word)
$$;

create or replace function refresh_course_search(ids integer[]) returns void
language plpgsql set jit = off set enable_seqscan = off as $$
begin
  with texts as materialized (
    select
      courses.id,
      concat_ws(' ', courses.name ->> 'ar', courses.name ->> 'en') as name,
      concat_ws(' ', field.name ->> 'ar', field.name ->> 'en', part.name ->> 'ar', part.name ->> 'en') as field,
      (select string_agg(concat_ws(' ', search_name_forms(trainers.name ->> 'ar'), search_name_forms(trainers.name ->> 'en')), ' ')
       from course_trainers join trainers on trainers.id = course_trainers.trainer_id
       where course_trainers.course_id = courses.id) as trainers,
      concat_ws(' ', courses.summary ->> 'ar', courses.summary ->> 'en') as summary,
      concat_ws(' ', courses.description ->> 'ar', courses.description ->> 'en',
        (select string_agg(concat_ws(' ', outcome ->> 'ar', outcome ->> 'en'), ' ')
         from jsonb_array_elements(courses.outcomes) as outcome)) as rest
    from courses
    join specializations as field on field.id = courses.specialization_id
    left join specializations as part on part.id = courses.sub_specialization_id
    where courses.id = any (ids)
  ), words as (
    insert into search_words (word, shown)
    select distinct on (word) word, shown
    from (
      select distinct name from texts
      union
      select distinct field from texts
      union
      select distinct trainers from texts
    ) as names (name), search_word_forms(name)
    order by word, shown
    on conflict do nothing
  ), parts as materialized (
    select id,
      search_vector(name, 'A') || search_vector(field, 'B') || search_vector(trainers, 'C') as heads,
      search_vector(summary, 'C') || search_vector(rest, 'D') as others
    from texts
  )
  insert into course_search (course_id, terms, heads)
  select id, heads || others, heads from parts
  order by id
  on conflict (course_id) do update set terms = excluded.terms, heads = excluded.heads;
end
$$;

create or replace function refresh_specialization_search(ids integer[]) returns void
language plpgsql set jit = off set enable_seqscan = off as $$
begin
  with texts as materialized (
    select id,
      concat_ws(' ', name ->> 'ar', name ->> 'en') as name,
      (select string_agg(concat_ws(' ', part.name ->> 'ar', part.name ->> 'en'), ' ')
       from specializations as part where part.parent_id = specializations.id) as parts,
      concat_ws(' ', summary ->> 'ar', summary ->> 'en') as summary
    from specializations
    where id = any (ids) and parent_id is null
  ), words as (
    insert into search_words (word, shown)
    select distinct on (word) word, shown from texts, search_word_forms(concat_ws(' ', name, parts))
    order by word, shown
    on conflict do nothing
  )
  insert into specialization_search (specialization_id, terms)
  select id, search_vector(name, 'A') || search_vector(parts, 'B') || search_vector(summary, 'D') from texts
  order by id
  on conflict (specialization_id) do update set terms = excluded.terms;
end
$$;
