-- One search over courses, specializations and questions, with suggestions while typing; see docs/decisions/0010.

-- What a course is called: its name, field and trainers. Suggestions look here first; the set stays small where a word
-- of the descriptions is common.
alter table course_search add column heads tsvector not null default '';
create index course_search_heads on course_search using gin (heads);

-- The word as readers spell it: `word` is folded.
alter table search_words add column shown text not null default '';

create table specialization_search (
  specialization_id integer primary key references specializations on delete cascade,
  terms tsvector not null
);
create index specialization_search_terms on specialization_search using gin (terms);

-- The questions of the FAQ by their place in their group, from 1.
create table question_search (
  group_key text not null references faq_groups on delete cascade on update cascade,
  place integer not null,
  terms tsvector not null,
  primary key (group_key, place)
);
create index question_search_terms on question_search using gin (terms);

-- What was searched and not found, for the staff: no word about who searched.
create table search_misses (
  -- Folded.
  term text not null check (length(term) <= 100),
  lang text not null check (lang in ('ar', 'en')),
  count integer not null default 1,
  first_seen timestamptz not null,
  last_seen timestamptz not null,
  primary key (term, lang)
);
create index search_misses_by_count on search_misses (count desc, last_seen desc, term, lang);
create index search_misses_old on search_misses (last_seen);

-- The words of a text, folded and as they are spelled without diacritics.
create function search_spellings(t text) returns table (word text, shown text)
language sql immutable parallel safe rows 20 as $$
  select left(ar_norm(spelled), 60), left(spelled, 60)
  from regexp_split_to_table(
    regexp_replace(normalize(coalesce(t, ''), nfc), E'[\u0610-\u061A\u0640\u064B-\u065F\u0670\u06D6-\u06ED\u200B-\u200F]', '', 'g'),
    '[^[:alnum:]]+') as spelled
  where ar_norm(spelled) ~ '^[[:alnum:]]+$'
$$;

-- Keeps the words of a name for those who mistype one of them.
create function remember_search_words(names text) returns void language sql as $$
  insert into search_words (word, shown)
  select distinct on (word) word, shown
  from (
    select word, shown from search_spellings(names)
    union all
    select search_bare(word), right(shown, length(search_bare(word)))
    from search_spellings(names) where length(shown) = length(word)
  ) as words
  where word !~ '^[0-9]+$' and length(word) > 1
  order by word, shown
  on conflict do nothing
$$;

-- A person's name as others write it, too: عبدالله and عبد الله, Al-Harbi and Alharbi.
create function search_name_forms(name text) returns text
language sql immutable parallel safe as $$
  select concat_ws(' ', name, nullif(regexp_replace(
    regexp_replace(name, '(^|\s)عبدال', '\1عبد ال', 'g'), '(^|\s)([Aa]l)-', '\1\2', 'g'), name))
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
  ), words as materialized (
    select remember_search_words(string_agg(concat_ws(' ', name, field, trainers), ' ')) from texts
  ), parts as materialized (
    select id,
      search_vector(name, 'A') || search_vector(field, 'B') || search_vector(trainers, 'C') as heads,
      search_vector(summary, 'C') || search_vector(rest, 'D') as others
    from texts
  )
  insert into course_search (course_id, terms, heads)
  select id, heads || others, heads from parts, words
  order by id
  on conflict (course_id) do update set terms = excluded.terms, heads = excluded.heads;
end
$$;

create function course_trainers_were_added() returns trigger language plpgsql as $$
begin
  perform refresh_course_search(array(select distinct course_id from added));
  return null;
end
$$;
create trigger course_search_follows_added_trainers
  after insert on course_trainers
  referencing new table as added
  for each statement execute function course_trainers_were_added();

create function course_trainers_were_removed() returns trigger language plpgsql as $$
begin
  perform refresh_course_search(array(select distinct course_id from removed));
  return null;
end
$$;
create trigger course_search_follows_removed_trainers
  after delete on course_trainers
  referencing old table as removed
  for each statement execute function course_trainers_were_removed();

create function course_trainer_was_changed() returns trigger language plpgsql as $$
begin
  perform refresh_course_search(array[old.course_id, new.course_id]);
  return null;
end
$$;
create trigger course_search_follows_changed_trainers
  after update of course_id, trainer_id on course_trainers
  for each row when (old.course_id <> new.course_id or old.trainer_id <> new.trainer_id)
  execute function course_trainer_was_changed();

create function trainer_was_renamed() returns trigger language plpgsql as $$
begin
  perform refresh_course_search(array(select course_id from course_trainers where trainer_id = new.id));
  return null;
end
$$;
create trigger course_search_follows_trainers
  after update of name on trainers
  for each row when (old.name is distinct from new.name) execute function trainer_was_renamed();

-- A specialization is found by its own name, the names of its parts and its summary.
create function refresh_specialization_search(ids integer[]) returns void
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
  ), words as materialized (
    select remember_search_words(string_agg(concat_ws(' ', name, parts), ' ')) from texts
  )
  insert into specialization_search (specialization_id, terms)
  select id, search_vector(name, 'A') || search_vector(parts, 'B') || search_vector(summary, 'D') from texts, words
  order by id
  on conflict (specialization_id) do update set terms = excluded.terms;
end
$$;

create function specialization_was_written() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform refresh_specialization_search(array[old.parent_id]);
  else
    perform refresh_specialization_search(array[new.id, new.parent_id]);
  end if;
  return null;
end
$$;
create trigger specialization_search_follows
  after insert or delete or update of name, summary, parent_id on specializations
  for each row execute function specialization_was_written();

create function refresh_question_search(keys text[]) returns void
language plpgsql set jit = off set enable_seqscan = off as $$
begin
  delete from question_search where group_key = any (keys);
  insert into question_search (group_key, place, terms)
  select key, place,
    search_vector(concat_ws(' ', question -> 'question' ->> 'ar', question -> 'question' ->> 'en'), 'A')
      || search_vector(concat_ws(' ', question -> 'answer' ->> 'ar', question -> 'answer' ->> 'en'), 'D')
  from faq_groups, jsonb_array_elements(questions) with ordinality as list (question, place)
  where key = any (keys);
end
$$;

create function questions_were_written() returns trigger language plpgsql as $$
begin
  perform refresh_question_search(array[new.key]);
  return null;
end
$$;
create trigger question_search_follows
  after insert or update of questions on faq_groups
  for each row execute function questions_were_written();

create or replace function synonyms_were_written() returns trigger language plpgsql as $$
begin
  perform refresh_course_search(array(select id from courses));
  perform refresh_specialization_search(array(select id from specializations));
  perform refresh_question_search(array(select key from faq_groups));
  return null;
end
$$;

-- The words nearest to one that is unknown, as before, the best first: it is the one that a visitor is told. While the
-- word is still being typed it may also be the mistyped beginning of a longer one.
drop function search_nearest(text);
create function search_nearest(asked text, unfinished boolean) returns setof text
language plpgsql stable set pg_trgm.similarity_threshold = 0.2 set enable_seqscan = off as $$
declare
  bare text := search_bare(asked);
  size integer := length(bare);
begin
  if size < 4 then return; end if;
  return query
    select word from (
      select word, letters, rank() over (order by wrong) as place
      from (
        select word, letters, compared, levenshtein_less_equal(bare, compared, 2) as wrong
        from search_words, unnest(case
          when unfinished and size > 4 and length(word) > size then array[word, left(word, size)]
          else array[word] end) as compared
        where letters % search_letters(bare)
      ) as near
      where wrong <= case when size < 8 then 1 else 2 end or (wrong = 2 and search_same_letters(bare, compared))
    ) as nearest
    where place = 1
    group by word, letters
    order by similarity(letters, search_letters(bare)) desc, word
    limit 3;
end
$$;

-- Whether anything besides the courses holds the word.
create function search_knows(part tsquery) returns boolean
language sql stable set enable_seqscan = off as $$
  select exists (select from specialization_search where terms @@ part)
    or exists (select from question_search where terms @@ part)
$$;

-- The query with each unknown word replaced by the words nearest to it, and how it reads then; null when nothing can be
-- mended. A word is unknown when no course has it or, if `everywhere`, when nothing has it. `unfinished`: the last word is
-- still being typed.
create function search_mend(term text, everywhere boolean, unfinished boolean, out query tsquery, out words text)
language plpgsql stable set enable_seqscan = off as $$
declare
  asked record;
  part text;
  near text[];
  parts text[] := '{}';
  said text[] := '{}';
  mended boolean := false;
begin
  for asked in select word, place = max(place) over () as is_last from search_asked(term) order by place loop
    part := search_query_of(asked.word);
    if exists (select from course_search where terms @@ part::tsquery) or (everywhere and search_knows(part::tsquery)) then
      said := said || coalesce((select shown from search_spellings(term) where word = asked.word limit 1), asked.word);
    else
      near := array(select search_nearest(asked.word, unfinished and asked.is_last));
      if near = '{}' then return; end if;
      part := (select '(' || string_agg(search_query_of(nearest), ' | ') || ')' from unnest(near) as nearest);
      said := said || (select shown from search_words where word = near[1]);
      mended := true;
    end if;
    parts := parts || part;
  end loop;
  if mended then
    query := array_to_string(parts, ' & ')::tsquery;
    words := array_to_string(said, ' ');
  end if;
end
$$;

create or replace function search_query_mended(term text) returns tsquery
language plpgsql stable as $$
begin
  return (select query from search_mend(term, false, false));
end
$$;

-- What is there already; the words again, now with their spelling.
delete from search_words;
select refresh_course_search(array(select id from courses));
select refresh_specialization_search(array(select id from specializations));
select refresh_question_search(array(select key from faq_groups));
