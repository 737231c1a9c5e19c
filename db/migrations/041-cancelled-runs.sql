alter table schedules
  -- Since when the run does not take place: a payment that comes later is sent back.
  add column cancelled_at timestamptz;
