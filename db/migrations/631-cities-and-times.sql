-- Lists of courses are filtered by the city of a run and the time at which it meets; see docs/decisions/0142.

-- A city is known by its Arabic name as runs have it; its number stands in addresses.
create function city_key(city jsonb) returns text language sql immutable parallel safe as $$
  select nullif(regexp_replace(btrim(city ->> 'ar'), '\s+', ' ', 'g'), '')
$$;
create table course_cities (
  id integer generated always as identity primary key,
  key text not null unique,
  name jsonb not null
);
call shown_on_pages('course_cities');

-- Bits: 1 in the morning, 2 from four in the afternoon on, 4 on Fridays and Saturdays only.
create function times_of_run(weekdays text[], from_time text) returns integer language sql immutable parallel safe as $$
  select case when from_time >= '16:00' then 2 else 1 end
    + case when weekdays <> '{}' and weekdays <@ array['fri', 'sat'] then 4 else 0 end
$$;

alter table course_offers
  -- Its runs that have not started, as day:city:times, such as `20270205:3:2;20270310:0:5`; 0 is no city. Null until the
  -- offer is computed for the first time since this column exists.
  add column runs text;
alter table course_offers alter column runs set storage main;
create index course_offers_without_runs on course_offers (course_id) where runs is null;

-- As before, with `runs`.
drop function course_offers_at(integer[], timestamptz);
create function course_offers_at(ids integer[], moment timestamptz) returns table (
  course_id integer, listed boolean, published_at timestamptz, category smallint, level smallint, delivery_method smallint,
  specialization_id integer, sub_specialization_id integer, price_halalas integer, next_start timestamptz, months integer[],
  starts datemultirange, runs text, since timestamptz, until timestamptz, may_fill boolean)
language plpgsql stable set jit = off set enable_seqscan = off as $$
#variable_conflict use_column
begin
  if ids = '{}' then return; end if;
  return query
    with claimed as materialized (
      select schedules.id, schedules.course_id, starts_at, enrolment_opens_at, enrolment_closes_at, schedules.price_halalas,
        seats - held_seats as places, coalesce(cities.id, 0) as city, times_of_run(weekdays, from_time) as times, claims.*
      from schedules
      left join course_cities as cities on cities.key = city_key(schedules.city)
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
        range_agg(daterange(day, day + 1)) as starts, bool_or(made >= places) as may_fill,
        string_agg(distinct to_char(day, 'YYYYMMDD') || ':' || city || ':' || times, ';') as runs
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
      coalesce(coming.starts, '{}'), coalesce(coming.runs, ''), coalesce(spans.since, '-infinity'), coalesce(spans.until, 'infinity'),
      coalesce(coming.may_fill, false)
    from courses
    left join spans on spans.course_id = courses.id
    left join coming on coming.course_id = courses.id
    left join best on best.course_id = courses.id
    where courses.id = any (ids);
end
$$;

create or replace function refresh_course_offers(ids integer[], moment timestamptz default clock_timestamp()) returns void
language plpgsql set jit = off set enable_seqscan = off as $$
begin
  if ids = '{}' then return; end if;
  insert into course_offer_times (course_id, since, until, may_fill)
  select id, 'infinity', '-infinity', false from courses where id = any (ids) order by id
  on conflict do nothing;
  perform from course_offer_times where course_id = any (ids) order by course_id for no key update;
  insert into course_cities (key, name)
  select distinct on (city_key(city)) city_key(city), city from schedules
  where course_id = any (ids) and city_key(city) is not null
    and not exists (select from course_cities where key = city_key(city))
  order by city_key(city), id
  on conflict do nothing;
  with offers as materialized (
    select * from course_offers_at(ids, moment)
  ), times as (
    update course_offer_times as times set since = offers.since, until = offers.until, may_fill = offers.may_fill
    from offers where times.course_id = offers.course_id
  )
  insert into course_offers as kept (course_id, listed, published_at, category, level, delivery_method, specialization_id,
    sub_specialization_id, price_halalas, next_start, months, starts, runs)
  select course_id, listed, published_at, category, level, delivery_method, specialization_id, sub_specialization_id,
    price_halalas, next_start, months, starts, runs
  from offers
  on conflict (course_id) do update set listed = excluded.listed, published_at = excluded.published_at,
    category = excluded.category, level = excluded.level, delivery_method = excluded.delivery_method,
    specialization_id = excluded.specialization_id, sub_specialization_id = excluded.sub_specialization_id,
    price_halalas = excluded.price_halalas, next_start = excluded.next_start, months = excluded.months,
    starts = excluded.starts, runs = excluded.runs
  where (kept.listed, kept.published_at, kept.category, kept.level, kept.delivery_method, kept.specialization_id,
      kept.sub_specialization_id, kept.price_halalas, kept.next_start, kept.months, kept.starts, kept.runs)
    is distinct from (excluded.listed, excluded.published_at, excluded.category, excluded.level, excluded.delivery_method,
      excluded.specialization_id, excluded.sub_specialization_id, excluded.price_halalas, excluded.next_start,
      excluded.months, excluded.starts, excluded.runs);
end
$$;

create or replace function offered_runs_were_written() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform refresh_course_offers(array(select distinct course_id from added));
  elsif tg_op = 'DELETE' then
    perform refresh_course_offers(array(select distinct course_id from removed));
  else
    perform refresh_course_offers(array(
      select distinct unnest(array[added.course_id, removed.course_id]) from added join removed using (id)
      where (added.course_id, added.starts_at, added.enrolment_opens_at, added.enrolment_closes_at, added.seats,
          added.held_seats, added.price_halalas, added.city, added.weekdays, added.from_time)
        is distinct from (removed.course_id, removed.starts_at, removed.enrolment_opens_at, removed.enrolment_closes_at,
          removed.seats, removed.held_seats, removed.price_halalas, removed.city, removed.weekdays,
          removed.from_time)));
  end if;
  return null;
end
$$;
