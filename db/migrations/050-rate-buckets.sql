-- Leaky buckets: each action fills one, and it drains steadily, so that nobody waits for the end of a window.
create table rate_buckets (
  key text primary key,
  level double precision not null check (level >= 0),
  updated_at timestamptz not null
);
create index rate_buckets_old on rate_buckets (updated_at);

-- Whether anybody has signed in in this browser before.
create index sessions_of_device on sessions (device_hash);
