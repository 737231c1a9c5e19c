-- How the institute lets learners pay in parts: templates. What a learner agreed to is copied into the order.
create table payment_plans (
  id integer generated always as identity primary key,
  version integer not null default 1,
  -- For the staff: learners see the parts themselves.
  name text not null,
  deposit_percent integer check (deposit_percent between 1 and 95),
  deposit_halalas integer check (deposit_halalas >= 5000),
  -- `[{ "percent": 50, "days": 30, "from": "order" }]`: of what is left after the deposit.
  parts jsonb not null check (jsonb_array_length(parts) between 1 and 6),
  -- The courses that name it.
  course_ids integer[] not null default '{}',
  -- For every other course that is sold at this price or above; null: only for those that name it.
  from_halalas integer check (from_halalas > 0),
  is_active boolean not null default true,
  check ((deposit_percent is null) <> (deposit_halalas is null))
);
create trigger payment_plans_version before update on payment_plans for each row
  when ((old.name, old.deposit_percent, old.deposit_halalas, old.parts, old.course_ids, old.from_halalas, old.is_active)
    is distinct from (new.name, new.deposit_percent, new.deposit_halalas, new.parts, new.course_ids, new.from_halalas,
      new.is_active))
  execute function raise_version();
-- Course pages say that a course can be paid in parts.
call shown_on_pages('payment_plans');
