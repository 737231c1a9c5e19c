-- What lists, searches and their counts need of each course, in one narrow row; see docs/decisions/0051.

alter table course_search rename to course_offers;
alter index course_search_terms rename to course_offers_terms;
alter index course_search_heads rename to course_offers_heads;
alter table course_offers rename constraint course_search_pkey to course_offers_pkey;

-- What is offered changes with time, too: a row is right from `since` until `until`. Outside of that time, whatever the
-- clock of whoever asks says, it is computed anew for the moment of the request.
create table course_offer_times (
  course_id integer primary key references courses on delete cascade,
  since timestamptz not null,
  until timestamptz not null,
  -- Whether so many orders claim a coming run that it is full, or will be when none of them ends.
  may_fill boolean not null
);
create index course_offer_times_since on course_offer_times (since);
create index course_offer_times_until on course_offer_times (until);

-- Prices between which the counts need not know the difference: the listing's bands, and a riyal.
create function price_step(halalas integer) returns smallint language sql immutable parallel safe as $$
  select case when halalas = 0 then 0 when halalas < 100 then 1 when halalas < 100000 then 2 when halalas < 200000 then 3
    when halalas < 500000 then 4 else 5 end::smallint
$$;

create function month_in_riyadh(at timestamptz) returns integer language sql immutable parallel safe as $$
  select to_char(at at time zone 'Asia/Riyadh', 'YYYYMM')::integer
$$;

-- The run that represents a course is chosen as in bestRun of app/features/catalogue/course-state.ts; who holds a seat is
-- as in db/seats.ts.
create function course_offers_at(ids integer[], moment timestamptz) returns table (
  course_id integer, listed boolean, published_at timestamptz, category smallint, level smallint, delivery_method smallint,
  specialization_id integer, sub_specialization_id integer, price_halalas integer, next_start timestamptz, months integer[],
  starts datemultirange, since timestamptz, until timestamptz, may_fill boolean)
language plpgsql stable set jit = off set enable_seqscan = off as $$
#variable_conflict use_column
begin
  if ids = '{}' then return; end if;
  return query
    with claimed as materialized (
      select schedules.id, schedules.course_id, starts_at, enrolment_opens_at, enrolment_closes_at, schedules.price_halalas,
        seats - held_seats as places, claims.*
      from schedules
      left join lateral (
        select count(*) as made, count(*) filter (where status = 'paid' or expires_at > moment
            or expires_at > moment - interval '10 minutes' and exists (
              select from payment_attempts where order_id = orders.id and payment_attempts.status = 'created'
                and provider <> 'transfer' and provider_reference is not null)) as holding,
          array_agg(expires_at) filter (where status = 'pending') as ends
        from orders
        where orders.schedule_id = schedules.id and orders.status in ('paid', 'pending')
      ) as claims on starts_at > moment
      where schedules.course_id = any (ids)
    ), edges as (
      select course_id, unnest(array[starts_at, enrolment_opens_at, enrolment_closes_at]) as edge from claimed
      union all
      select course_id, unnest(array[ends, ends + interval '10 minutes']) from (
        select course_id, unnest(ends) as ends from claimed where made >= places
      ) as pending
      union all
      select id, courses.published_at from courses where id = any (ids)
    ), spans as (
      select course_id, max(edge) filter (where edge <= moment) as since, min(edge) filter (where edge > moment) as until
      from edges group by course_id
    ), coming as (
      select course_id, array_agg(distinct month_in_riyadh(starts_at)) as months,
        range_agg(daterange(day, day + 1)) as starts, bool_or(made >= places) as may_fill
      from claimed, lateral (select (starts_at at time zone 'Asia/Riyadh')::date as day) as days
      where starts_at > moment
      group by course_id
    ), best as (
      select distinct on (claimed.course_id) claimed.course_id, claimed.price_halalas, starts_at
      from claimed
      join courses on courses.id = claimed.course_id
      where starts_at > moment and delivery_method <> 2
      order by claimed.course_id, case
          when enrolment_closes_at <= moment then 3
          when enrolment_opens_at > moment then 1
          when places - holding <= 0 then 2
          else 0
        end, starts_at, coalesce(claimed.price_halalas, courses.price_halalas), claimed.id
    )
    select courses.id, coalesce(courses.published_at <= moment, false), courses.published_at, courses.category, courses.level,
      courses.delivery_method, courses.specialization_id, coalesce(courses.sub_specialization_id, 0),
      coalesce(best.price_halalas, courses.price_halalas), best.starts_at, coalesce(coming.months, '{}'),
      coalesce(coming.starts, '{}'), coalesce(spans.since, '-infinity'), coalesce(spans.until, 'infinity'),
      coalesce(coming.may_fill, false)
    from courses
    left join spans on spans.course_id = courses.id
    left join coming on coming.course_id = courses.id
    left join best on best.course_id = courses.id
    where courses.id = any (ids);
end
$$;

alter table course_offers
  alter column terms set default '',
  -- Terms lie apart from the rows, so that many matches are few pages.
  alter column terms set storage external,
  alter column heads set storage external,
  add column listed boolean not null default false,
  add column published_at timestamptz,
  add column category smallint not null default 0,
  add column level smallint not null default 0,
  add column delivery_method smallint not null default 0,
  add column specialization_id integer not null default 0,
  -- 0: none.
  add column sub_specialization_id integer not null default 0,
  -- Of the run that represents the course, or the course's own.
  add column price_halalas integer not null default 0,
  add column price_step smallint not null generated always as (price_step(price_halalas)) stored,
  -- Of the run that represents it.
  add column next_start timestamptz,
  -- In which runs start that have not started: 202705.
  add column months integer[] not null default '{}',
  -- The days on which they start, in Riyadh.
  add column starts datemultirange not null default '{}';
alter table course_offers set (toast_tuple_target = 128);
-- A list of what is yet to be indexed would be read whole by each search.
alter index course_offers_terms set (fastupdate = off);
alter index course_offers_heads set (fastupdate = off);

-- How many courses there are of each kind, as changes to be added up: nobody who writes waits for another. Few rows a kind,
-- since a job adds them up from time to time. Month 0 counts every listed course, other months those with a run in them.
create table course_cells (
  month integer not null,
  category smallint not null,
  level smallint not null,
  delivery_method smallint not null,
  specialization_id integer not null,
  sub_specialization_id integer not null,
  price_step smallint not null,
  courses integer not null
);
create index course_cells_month on course_cells (month);

create function count_course_offers() returns trigger language plpgsql set jit = off as $$
begin
  if tg_op = 'INSERT' then
    insert into course_cells
    select month, category, level, delivery_method, specialization_id, sub_specialization_id, price_step, count(*)
    from added, unnest(0 || months) as month where listed group by 1, 2, 3, 4, 5, 6, 7;
  elsif tg_op = 'DELETE' then
    insert into course_cells
    select month, category, level, delivery_method, specialization_id, sub_specialization_id, price_step, -count(*)
    from removed, unnest(0 || months) as month where listed group by 1, 2, 3, 4, 5, 6, 7;
  else
    insert into course_cells
    select month, category, level, delivery_method, specialization_id, sub_specialization_id, price_step, sum(change)
    from (select 1 as change, * from added union all select -1, * from removed) as changes, unnest(0 || months) as month
    where listed group by 1, 2, 3, 4, 5, 6, 7 having sum(change) <> 0;
  end if;
  return null;
end
$$;
-- Adds up the changes of each kind.
create function sum_up_course_cells() returns void language sql as $$
  with taken as (delete from course_cells returning *)
  insert into course_cells
  select month, category, level, delivery_method, specialization_id, sub_specialization_id, price_step, sum(courses)
  from taken group by 1, 2, 3, 4, 5, 6, 7 having sum(courses) <> 0
$$;

-- The lock comes first: whoever writes next sees what was written before. As in 005, no plan may be kept that reads a whole
-- table because it was small once.
create function refresh_course_offers(ids integer[], moment timestamptz default clock_timestamp()) returns void
language plpgsql set jit = off set enable_seqscan = off as $$
begin
  if ids = '{}' then return; end if;
  insert into course_offer_times (course_id, since, until, may_fill)
  select id, 'infinity', '-infinity', false from courses where id = any (ids) order by id
  on conflict do nothing;
  perform from course_offer_times where course_id = any (ids) order by course_id for no key update;
  with offers as materialized (
    select * from course_offers_at(ids, moment)
  ), times as (
    update course_offer_times as times set since = offers.since, until = offers.until, may_fill = offers.may_fill
    from offers where times.course_id = offers.course_id
  )
  insert into course_offers as kept (course_id, listed, published_at, category, level, delivery_method, specialization_id,
    sub_specialization_id, price_halalas, next_start, months, starts)
  select course_id, listed, published_at, category, level, delivery_method, specialization_id, sub_specialization_id,
    price_halalas, next_start, months, starts
  from offers
  on conflict (course_id) do update set listed = excluded.listed, published_at = excluded.published_at,
    category = excluded.category, level = excluded.level, delivery_method = excluded.delivery_method,
    specialization_id = excluded.specialization_id, sub_specialization_id = excluded.sub_specialization_id,
    price_halalas = excluded.price_halalas, next_start = excluded.next_start, months = excluded.months,
    starts = excluded.starts
  where (kept.listed, kept.published_at, kept.category, kept.level, kept.delivery_method, kept.specialization_id,
      kept.sub_specialization_id, kept.price_halalas, kept.next_start, kept.months, kept.starts)
    is distinct from (excluded.listed, excluded.published_at, excluded.category, excluded.level, excluded.delivery_method,
      excluded.specialization_id, excluded.sub_specialization_id, excluded.price_halalas, excluded.next_start,
      excluded.months, excluded.starts);
end
$$;

create function offered_courses_were_written() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform refresh_course_offers(array(select id from added));
  else
    perform refresh_course_offers(array(
      select id from added join removed using (id)
      where (added.published_at, added.category, added.level, added.delivery_method, added.specialization_id,
          added.sub_specialization_id, added.price_halalas)
        is distinct from (removed.published_at, removed.category, removed.level, removed.delivery_method,
          removed.specialization_id, removed.sub_specialization_id, removed.price_halalas)));
  end if;
  return null;
end
$$;
create trigger course_offers_follow_added_courses after insert on courses
  referencing new table as added for each statement execute function offered_courses_were_written();
create trigger course_offers_follow_changed_courses after update on courses
  referencing old table as removed new table as added for each statement execute function offered_courses_were_written();

create function offered_runs_were_written() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform refresh_course_offers(array(select distinct course_id from added));
  elsif tg_op = 'DELETE' then
    perform refresh_course_offers(array(select distinct course_id from removed));
  else
    perform refresh_course_offers(array(
      select distinct unnest(array[added.course_id, removed.course_id]) from added join removed using (id)
      where (added.course_id, added.starts_at, added.enrolment_opens_at, added.enrolment_closes_at, added.seats,
          added.held_seats, added.price_halalas)
        is distinct from (removed.course_id, removed.starts_at, removed.enrolment_opens_at, removed.enrolment_closes_at,
          removed.seats, removed.held_seats, removed.price_halalas)));
  end if;
  return null;
end
$$;
create trigger course_offers_follow_added_runs after insert on schedules
  referencing new table as added for each statement execute function offered_runs_were_written();
create trigger course_offers_follow_removed_runs after delete on schedules
  referencing old table as removed for each statement execute function offered_runs_were_written();
create trigger course_offers_follow_changed_runs after update on schedules
  referencing old table as removed new table as added for each statement execute function offered_runs_were_written();

-- Orders matter only to courses of which a run is about to be full, or no longer is. At the end of the transaction: the
-- lock is its last one, so it waits for nobody who waits for it.
create function seats_were_claimed(run integer) returns void language plpgsql set enable_seqscan = off as $$
declare
  claimed_course integer := (select course_id from schedules where id = run);
  was_filling boolean;
begin
  select may_fill into was_filling from course_offer_times where course_id = claimed_course for no key update;
  if was_filling or exists (
    select from schedules where id = run and seats - held_seats <= (
      select count(*) from orders where schedule_id = run and status in ('paid', 'pending'))
  ) then
    perform refresh_course_offers(array[claimed_course]);
  end if;
end
$$;

create function claim_was_written() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.schedule_id is not null then perform seats_were_claimed(old.schedule_id); end if;
  if tg_op <> 'DELETE' and new.schedule_id is not null
    and (tg_op = 'INSERT' or new.schedule_id is distinct from old.schedule_id) then
    perform seats_were_claimed(new.schedule_id);
  end if;
  return null;
end
$$;
create constraint trigger course_offers_follow_orders
  after insert or delete or update of status, schedule_id, expires_at on orders
  deferrable initially deferred for each row execute function claim_was_written();

create function claim_was_extended() returns trigger language plpgsql as $$
begin
  perform seats_were_claimed(schedule_id) from orders
  where id = case tg_op when 'DELETE' then old.order_id else new.order_id end and status = 'pending' and schedule_id is not null;
  return null;
end
$$;
create constraint trigger course_offers_follow_attempts
  after insert or delete or update of status, provider_reference on payment_attempts
  deferrable initially deferred for each row execute function claim_was_extended();

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
  insert into course_offers (course_id, terms, heads)
  select id, heads || others, heads from parts, words
  order by id
  on conflict (course_id) do update set terms = excluded.terms, heads = excluded.heads;
end
$$;

create or replace function search_mend(term text, everywhere boolean, unfinished boolean, out query tsquery, out words text)
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
    if exists (select from course_offers where terms @@ part::tsquery) or (everywhere and search_knows(part::tsquery)) then
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

-- What is there already.
select refresh_course_offers(array(select id from courses));
insert into course_cells
select month, category, level, delivery_method, specialization_id, sub_specialization_id, price_step, count(*)
from course_offers, unnest(0 || months) as month where listed group by 1, 2, 3, 4, 5, 6, 7;

create trigger count_added_offers after insert on course_offers
  referencing new table as added for each statement execute function count_course_offers();
create trigger count_removed_offers after delete on course_offers
  referencing old table as removed for each statement execute function count_course_offers();
create trigger count_changed_offers after update on course_offers
  referencing old table as removed new table as added for each statement execute function count_course_offers();

create index course_offers_newest on course_offers (published_at desc, course_id desc) where listed;
create index course_offers_newest_of_specialization on course_offers (specialization_id, published_at desc, course_id desc)
  where listed;
create index course_offers_by_start on course_offers (next_start, published_at desc, course_id desc) where listed;
create index course_offers_by_price on course_offers (price_halalas, course_id desc) where listed;
create index course_offers_by_price_down on course_offers (price_halalas desc, course_id desc) where listed;
create index course_offers_of_cell on course_offers
  (specialization_id, sub_specialization_id, category, level, delivery_method, price_step) where listed;
