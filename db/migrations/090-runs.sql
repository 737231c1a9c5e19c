-- The meetings of a run. Where there are some they are the truth, and the dates, weekdays and hours of the run follow.
create table run_sessions (
  id integer generated always as identity primary key,
  schedule_id integer not null references schedules on delete cascade,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  room text check (room <> ''),
  join_link text check (join_link <> ''),
  trainer_id integer references trainers on delete set null,
  constraint run_sessions_times check (ends_at > starts_at and ends_at <= starts_at + interval '24 hours'),
  constraint run_sessions_once unique (schedule_id, starts_at)
);
create index run_sessions_by_start on run_sessions (starts_at);
create index run_sessions_of_trainer on run_sessions (trainer_id) where trainer_id is not null;
create index run_sessions_of_room on run_sessions (room, schedule_id) where room is not null;

-- The time of day that a run states, or else that of an instant.
create function clock_of(stated text, at timestamptz) returns time language sql stable as $$
  select case when stated ~ '^([01]?[0-9]|2[0-3]):[0-5][0-9]$' then stated::time
    else (at at time zone 'Asia/Riyadh')::time end
$$;

-- Gives each of these runs that has none the sessions of its weekdays between its first and its last day; a run whose
-- dates include none of its weekdays meets once, on its first day.
create function add_pattern_sessions(runs integer[]) returns void language sql as $$
  with days as (
    select s.id, clock_of(s.from_time, s.starts_at) as from_time, clock_of(s.to_time, s.ends_at) as to_time, day::date as day,
      (array['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'])[extract(dow from day)::int + 1] = any (s.weekdays) as meets
    from schedules s, generate_series((s.starts_at at time zone 'Asia/Riyadh')::date,
      (s.ends_at at time zone 'Asia/Riyadh')::date, interval '1 day') as day
    where s.id = any (runs) and not exists (select from run_sessions where schedule_id = s.id)
  ), chosen as (
    select *, bool_or(meets) over (partition by id) as some_meet, row_number() over (partition by id order by day) as place
    from days
  )
  insert into run_sessions (schedule_id, starts_at, ends_at)
  select id, (day + from_time) at time zone 'Asia/Riyadh',
    (day + to_time + case when to_time <= from_time then interval '1 day' else interval '0' end) at time zone 'Asia/Riyadh'
  from chosen where meets or (not some_meet and place = 1)
$$;
select add_pattern_sessions(array(select id from schedules));

alter table schedules
  -- Raised by each change: two people who edit a run at the same time notice it.
  add column version integer not null default 1,
  -- Below this number of learners the institute may not want to hold the run.
  add column minimum_seats integer check (minimum_seats > 0),
  -- How often its dates were moved; a calendar entry of an order gets a higher number each time.
  add column moves integer not null default 0,
  add column moved_at timestamptz,
  -- Until when learners who ordered before it was moved may leave and get everything back.
  add column free_exit_until timestamptz;

-- A run that was moved or cancelled, with each order that this concerns: a job does one after another, and goes on where
-- it was stopped.
create table run_actions (
  id uuid primary key,
  schedule_id integer not null references schedules on delete cascade,
  kind text not null check (kind in ('move', 'cancel')),
  -- The run to which the learners of a cancelled one are moved.
  target_id integer references schedules on delete set null,
  reason text not null,
  user_id integer references users on delete set null,
  at timestamptz not null,
  done_at timestamptz
);
create index run_actions_of_schedule on run_actions (schedule_id, at);
create index run_actions_open on run_actions (at) where done_at is null;

create table run_action_items (
  action_id uuid not null references run_actions on delete cascade,
  order_id uuid not null references orders,
  -- Once the money is on its way back.
  refund_id uuid references refunds,
  outcome text check (outcome in ('told', 'refunded', 'refund-under-way', 'moved', 'cancelled', 'nothing')),
  done_at timestamptz,
  primary key (action_id, order_id)
);
create index run_action_items_of_order on run_action_items (order_id);
create index run_action_items_of_refund on run_action_items (refund_id) where refund_id is not null;

-- Who waits for a seat in a full run, in the order of `id`. An offer is an order that waits for its payment: it holds the
-- seat like any other, and whether it was taken is the order's status.
create table waiting_places (
  id integer generated always as identity primary key,
  schedule_id integer not null references schedules on delete cascade,
  user_id integer not null references users on delete cascade,
  lang text not null check (lang in ('ar', 'en')),
  joined_at timestamptz not null,
  left_at timestamptz,
  order_id uuid references orders
);
create unique index waiting_places_once on waiting_places (schedule_id, user_id) where order_id is null and left_at is null;
create index waiting_places_in_line on waiting_places (schedule_id, id) where order_id is null and left_at is null;
create index waiting_places_of_run on waiting_places (schedule_id, id);
create index waiting_places_of_user on waiting_places (user_id);
create index waiting_places_of_order on waiting_places (order_id) where order_id is not null;
call shown_on_pages('waiting_places');

create index orders_of_run on orders (schedule_id, created_at);
