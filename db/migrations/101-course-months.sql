-- The courses that start in each month, without level, delivery and price: a listing that does not filter by these reads
-- a twentieth of the rows of course_cells for its months. As there, changes are appended, and added up by the job.
create table course_months (
  month integer not null,
  category smallint not null,
  specialization_id integer not null,
  sub_specialization_id integer not null,
  courses integer not null
);
-- Whoever writes meanwhile waits, and then counts with the new function.
lock table course_offers in share row exclusive mode;

create function sum_up_course_months() returns void language sql as $$
  with taken as (delete from course_months returning *)
  insert into course_months
  select month, category, specialization_id, sub_specialization_id, sum(courses)
  from taken group by 1, 2, 3, 4 having sum(courses) <> 0
$$;

create or replace function count_course_offers() returns trigger language plpgsql set jit = off as $$
begin
  if tg_op = 'INSERT' then
    with cells as (
      insert into course_cells
      select month, category, level, delivery_method, specialization_id, sub_specialization_id, price_step, count(*)
      from added, unnest(0 || months) as month where listed group by 1, 2, 3, 4, 5, 6, 7
      returning *
    )
    insert into course_months
    select month, category, specialization_id, sub_specialization_id, sum(courses)
    from cells where month > 0 group by 1, 2, 3, 4 having sum(courses) <> 0;
  elsif tg_op = 'DELETE' then
    with cells as (
      insert into course_cells
      select month, category, level, delivery_method, specialization_id, sub_specialization_id, price_step, -count(*)
      from removed, unnest(0 || months) as month where listed group by 1, 2, 3, 4, 5, 6, 7
      returning *
    )
    insert into course_months
    select month, category, specialization_id, sub_specialization_id, sum(courses)
    from cells where month > 0 group by 1, 2, 3, 4 having sum(courses) <> 0;
  else
    with cells as (
      insert into course_cells
      select month, category, level, delivery_method, specialization_id, sub_specialization_id, price_step, sum(change)
      from (select 1 as change, * from added union all select -1, * from removed) as changes, unnest(0 || months) as month
      where listed group by 1, 2, 3, 4, 5, 6, 7 having sum(change) <> 0
      returning *
    )
    insert into course_months
    select month, category, specialization_id, sub_specialization_id, sum(courses)
    from cells where month > 0 group by 1, 2, 3, 4 having sum(courses) <> 0;
  end if;
  return null;
end
$$;

insert into course_months
select month, category, specialization_id, sub_specialization_id, sum(courses)
from course_cells where month > 0 group by 1, 2, 3, 4 having sum(courses) <> 0;
