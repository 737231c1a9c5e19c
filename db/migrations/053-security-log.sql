-- What happened to accounts and rights (OWASP ASVS 5, chapter 16): no secret, and no address in clear text.
create table security_events (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  event text not null,
  -- The call, such as `POST auth/login`; null for what happened outside of calls.
  call text,
  -- `done`, `pending` for a second factor, or the code of the problem.
  outcome text not null,
  -- How often the same failed within one minute.
  count integer not null default 1,
  user_id integer references users on delete set null,
  -- A keyed hash of the email address.
  address_hash bytea,
  network text,
  request_id text,
  detail jsonb not null default '{}',
  repeated_key text unique
);
create index security_events_newest on security_events (at desc, id desc);
create index security_events_of_address on security_events (address_hash, at desc);
create index security_events_of_user on security_events (user_id, at desc);

-- Only the count of a repeated failure may grow. The job that deletes what is older than a year is no change.
create trigger security_events_stay before update on security_events for each row
  when ((old.at, old.event, old.call, old.outcome, old.address_hash, old.network, old.request_id, old.detail)
    is distinct from (new.at, new.event, new.call, new.outcome, new.address_hash, new.network, new.request_id, new.detail)
    or new.count < old.count)
  execute function refuse_change();

-- Roles and suspensions are recorded whoever changes them: a call, the command line or a statement.
create function record_rights() returns trigger language plpgsql as $$
begin
  insert into security_events (at, event, outcome, user_id, detail)
  values (now(), 'rights', 'done', new.id, jsonb_build_object(
    'rolesBefore', to_jsonb(old.roles), 'rolesAfter', to_jsonb(new.roles),
    'statusBefore', old.status, 'statusAfter', new.status));
  return null;
end $$;
create trigger record_rights after update of roles, status on users for each row
  when (old.roles is distinct from new.roles or old.status is distinct from new.status)
  execute function record_rights();
