-- The institute answers a review below it, and hides one: by a decision with a reason for its author, or until staff have
-- looked at it, when something of the filter list stands in it.
alter table reviews
  add column answer jsonb,
  add column answered_at timestamptz,
  add column answered_by integer references users on delete set null,
  add column hidden_at timestamptz,
  add column hidden_by integer references users on delete set null,
  -- Told to the author; null while it only waits for a look.
  add column hidden_reason text,
  -- What of the filter list was found.
  add column held_match text;
alter table reviews add constraint reviews_answered_once check ((answer is null) = (answered_at is null)) not valid;
alter table reviews validate constraint reviews_answered_once;

create index reviews_answered_by on reviews (answered_by) where answered_by is not null;
create index reviews_hidden_by on reviews (hidden_by) where hidden_by is not null;
-- The lists of the desk, and what waits there.
create index reviews_by_time on reviews (created_at desc, id desc);
create index reviews_unanswered on reviews (created_at desc, id desc) where answered_at is null and hidden_at is null;
create index reviews_hidden on reviews (created_at desc, id desc) where hidden_at is not null;
create index reviews_held on reviews (hidden_at) where held_match is not null;
create index reviews_critical on reviews (created_at, id)
  where answered_at is null and hidden_at is null and rate <= 2;

-- A hidden review is in no average.
create or replace function reviews_were_written() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform rate_courses(array_agg(course_id), array_agg(1), array_agg(rate)) from added
    where hidden_at is null having count(*) > 0;
  elsif tg_op = 'DELETE' then
    perform rate_courses(array_agg(course_id), array_agg(-1), array_agg(rate)) from removed
    where hidden_at is null having count(*) > 0;
  else
    perform rate_courses(array_agg(course_id), array_agg(change), array_agg(rate)) from (
      select added.course_id, 1 as change, added.rate from added join removed using (id)
      where added.hidden_at is null
        and (added.course_id, added.rate, true) <> (removed.course_id, removed.rate, removed.hidden_at is null)
      union all
      select removed.course_id, -1, removed.rate from added join removed using (id)
      where removed.hidden_at is null
        and (added.course_id, added.rate, added.hidden_at is null) <> (removed.course_id, removed.rate, true)
    ) as changes having count(*) > 0;
  end if;
  return null;
end
$$;
