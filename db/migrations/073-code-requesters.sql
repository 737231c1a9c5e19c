-- Who asked for a code, as a keyed hash of the network or of the account's own device: a stranger who asks for many uses up
-- their own limit, not the one of the account's owner.
alter table codes
  add column requester_hash bytea,
  add column by_known_device boolean not null default false;
