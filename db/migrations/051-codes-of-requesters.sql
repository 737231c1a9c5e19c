-- A code is tried by whoever asked for it, and by others: wrong codes of others use up none of the first one's tries.
alter table codes
  add column request_hash bytea,
  add column other_tries integer not null default 0;
