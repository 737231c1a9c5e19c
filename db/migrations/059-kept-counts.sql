-- Ratings and counts that lists show are kept, not computed; and what a word means is applied to courses in batches. See
-- docs/decisions/0051.

create index reviews_featured on reviews (featured desc, created_at desc, id desc);
create index courses_newest_of_specialization on courses (specialization_id, published_at desc, id desc);
drop index courses_of_specialization;

-- The reviews of each course; `stars_4` counts the rates nearest to four.
-- Removed with the course's offer, which still needs it: when the triggers of a deleted course run, all its rows are gone.
create table course_ratings (
  course_id integer primary key,
  reviews integer not null default 0,
  total numeric not null default 0,
  stars_1 integer not null default 0,
  stars_2 integer not null default 0,
  stars_3 integer not null default 0,
  stars_4 integer not null default 0,
  stars_5 integer not null default 0
);

-- The same of all listed courses together, as changes to be added up; see course_cells.
create table site_ratings (
  reviews integer not null,
  total numeric not null,
  stars_1 integer not null,
  stars_2 integer not null,
  stars_3 integer not null,
  stars_4 integer not null,
  stars_5 integer not null
);

-- The lock is that of refresh_course_offers: whether the course is listed does not change meanwhile.
create function rate_courses(ids integer[], changes integer[], rates numeric[]) returns void
language plpgsql set jit = off set enable_seqscan = off as $$
begin
  perform from course_offer_times where course_id = any (ids) order by course_id for no key update;
  insert into course_ratings (course_id) select id from courses where id = any (ids) order by id on conflict do nothing;
  with given as (
    select given.* from unnest(ids, changes, rates) as given (course_id, change, rate)
    -- The reviews of a deleted course leave the sums with its offer.
    join courses on courses.id = given.course_id
  ), sums as materialized (
    select course_id, sum(change) as reviews, sum(change * rate) as total,
      coalesce(sum(change) filter (where round(rate) = 1), 0) as stars_1,
      coalesce(sum(change) filter (where round(rate) = 2), 0) as stars_2,
      coalesce(sum(change) filter (where round(rate) = 3), 0) as stars_3,
      coalesce(sum(change) filter (where round(rate) = 4), 0) as stars_4,
      coalesce(sum(change) filter (where round(rate) = 5), 0) as stars_5
    from given group by course_id
  ), kept as (
    update course_ratings as kept set reviews = kept.reviews + sums.reviews, total = kept.total + sums.total,
      stars_1 = kept.stars_1 + sums.stars_1, stars_2 = kept.stars_2 + sums.stars_2, stars_3 = kept.stars_3 + sums.stars_3,
      stars_4 = kept.stars_4 + sums.stars_4, stars_5 = kept.stars_5 + sums.stars_5
    from sums where kept.course_id = sums.course_id
  )
  insert into site_ratings
  select sum(reviews), sum(total), sum(stars_1), sum(stars_2), sum(stars_3), sum(stars_4), sum(stars_5)
  from sums join course_offers using (course_id) where listed having count(*) > 0;
end
$$;

create function reviews_were_written() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform rate_courses(array_agg(course_id), array_agg(1), array_agg(rate)) from added having count(*) > 0;
  elsif tg_op = 'DELETE' then
    perform rate_courses(array_agg(course_id), array_agg(-1), array_agg(rate)) from removed having count(*) > 0;
  else
    perform rate_courses(array_agg(course_id), array_agg(change), array_agg(rate)) from (
      select added.course_id, 1 as change, added.rate from added join removed using (id)
      where (added.course_id, added.rate) <> (removed.course_id, removed.rate)
      union all
      select removed.course_id, -1, removed.rate from added join removed using (id)
      where (added.course_id, added.rate) <> (removed.course_id, removed.rate)
    ) as changes having count(*) > 0;
  end if;
  return null;
end
$$;

create function listed_ratings_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into site_ratings
    select sum(reviews), sum(total), sum(stars_1), sum(stars_2), sum(stars_3), sum(stars_4), sum(stars_5)
    from added join course_ratings using (course_id) where listed having sum(reviews) > 0;
  elsif tg_op = 'DELETE' then
    insert into site_ratings
    select -sum(reviews), -sum(total), -sum(stars_1), -sum(stars_2), -sum(stars_3), -sum(stars_4), -sum(stars_5)
    from removed join course_ratings using (course_id) where listed having sum(reviews) > 0;
    delete from course_ratings where course_id in (select course_id from removed);
  else
    insert into site_ratings
    select sum(sign * reviews), sum(sign * total), sum(sign * stars_1), sum(sign * stars_2), sum(sign * stars_3),
      sum(sign * stars_4), sum(sign * stars_5)
    from (
      select course_id, added.listed::integer - removed.listed::integer as sign from added join removed using (course_id)
      where added.listed <> removed.listed
    ) as changes join course_ratings using (course_id)
    where reviews > 0 having count(*) > 0;
  end if;
  return null;
end
$$;

create function sum_up_site_ratings() returns void language sql as $$
  with taken as (delete from site_ratings returning *)
  insert into site_ratings
  select sum(reviews), sum(total), sum(stars_1), sum(stars_2), sum(stars_3), sum(stars_4), sum(stars_5)
  from taken having count(*) > 0
$$;

-- What is there already.
insert into course_ratings
select course_id, count(*), sum(rate), count(*) filter (where round(rate) = 1), count(*) filter (where round(rate) = 2),
  count(*) filter (where round(rate) = 3), count(*) filter (where round(rate) = 4), count(*) filter (where round(rate) = 5)
from reviews group by course_id;
insert into site_ratings
select sum(reviews), sum(total), sum(stars_1), sum(stars_2), sum(stars_3), sum(stars_4), sum(stars_5)
from course_ratings join course_offers using (course_id) where listed having count(*) > 0;

create trigger rate_added_reviews after insert on reviews
  referencing new table as added for each statement execute function reviews_were_written();
create trigger rate_removed_reviews after delete on reviews
  referencing old table as removed for each statement execute function reviews_were_written();
create trigger rate_changed_reviews after update on reviews
  referencing old table as removed new table as added for each statement execute function reviews_were_written();
create trigger rate_added_offers after insert on course_offers
  referencing new table as added for each statement execute function listed_ratings_changed();
create trigger rate_removed_offers after delete on course_offers
  referencing old table as removed for each statement execute function listed_ratings_changed();
create trigger rate_changed_offers after update on course_offers
  referencing old table as removed new table as added for each statement execute function listed_ratings_changed();

-- The listed courses whose kept offer is not that of the moment count as those that they are then.
create function courses_of_specializations(moment timestamptz) returns table (specialization_id integer, courses integer)
language plpgsql stable set jit = off as $$
#variable_conflict use_column
declare
  stale integer[] := array(
    select course_id from course_offer_times where until <= moment
    union select course_id from course_offer_times where since > moment);
begin
  return query
    select specialization_id, sum(counted.courses)::integer from (
      select specialization_id, courses from course_cells where month = 0
      union all
      select specialization_id, -1 from course_offers where listed and course_id = any (stale)
      union all
      select specialization_id, 1 from course_offers_at(stale, moment) where listed
    ) as counted
    group by specialization_id;
end
$$;

-- Courses whose search terms are not up to date: a job computes them in batches, since each takes up to 60 ms.
create table courses_to_index (
  course_id integer primary key references courses on delete cascade
);

-- The first at once, so that whoever changes a word sees what it does.
create function index_courses_soon(ids integer[]) returns void language plpgsql as $$
begin
  perform refresh_course_search(ids[1:20]);
  insert into courses_to_index select unnest(ids[21:]) order by 1 on conflict do nothing;
end
$$;

create function index_waiting_courses(how_many integer) returns integer language plpgsql as $$
declare
  ids integer[];
begin
  with taken as (
    delete from courses_to_index where course_id in (
      select course_id from courses_to_index order by course_id limit how_many for update skip locked)
    returning course_id
  )
  select coalesce(array_agg(course_id), '{}') into ids from taken;
  perform refresh_course_search(ids);
  return cardinality(ids);
end
$$;

create or replace function specialization_was_renamed() returns trigger language plpgsql as $$
begin
  perform index_courses_soon(array(
    select id from courses where specialization_id = new.id or sub_specialization_id = new.id
    order by published_at desc nulls last));
  return null;
end
$$;

create or replace function trainer_was_renamed() returns trigger language plpgsql as $$
begin
  perform index_courses_soon(array(select course_id from course_trainers where trainer_id = new.id order by course_id desc));
  return null;
end
$$;

-- Only courses that have one of the words, or a word of the same sense, are found otherwise than before.
create or replace function synonyms_were_written() returns trigger language plpgsql set enable_seqscan = off as $$
declare
  words tsquery;
begin
  if tg_op = 'DELETE' then
    words := (select string_agg(format('''%s''', word), ' | ') from (
      select word from search_synonyms where sense in (select sense from removed) union select word from removed) as all_words);
  elsif tg_op = 'INSERT' then
    words := (select string_agg(format('''%s''', word), ' | ') from search_synonyms where sense in (select sense from added));
  else
    words := (select string_agg(format('''%s''', word), ' | ') from (
      select word from search_synonyms where sense in (select sense from removed union select sense from added)
      union select word from removed) as all_words);
  end if;
  if words is null then return null; end if;
  perform index_courses_soon(array(select course_id from course_offers where terms @@ words order by published_at desc nulls last));
  perform refresh_specialization_search(array(select id from specializations));
  perform refresh_question_search(array(select key from faq_groups));
  return null;
end
$$;
drop trigger course_search_follows_synonyms on search_synonyms;
create trigger course_search_follows_added_synonyms after insert on search_synonyms
  referencing new table as added for each statement execute function synonyms_were_written();
create trigger course_search_follows_removed_synonyms after delete on search_synonyms
  referencing old table as removed for each statement execute function synonyms_were_written();
create trigger course_search_follows_changed_synonyms after update on search_synonyms
  referencing old table as removed new table as added for each statement execute function synonyms_were_written();
