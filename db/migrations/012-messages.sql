-- Messages that are good for a while only, that must not go out twice, and that were given up.

-- Names the message to mail servers and SMS providers: the same at every try.
alter table messages add column key uuid not null default gen_random_uuid();
-- What is told after this instant helps nobody: a code that is over.
alter table messages add column expires_at timestamptz;
-- An SMS is being handed over. Whoever finds this set does not know whether it left, and does not send it again.
alter table messages add column handing_over_at timestamptz;
alter table messages add column given_up_at timestamptz;
alter table messages add column given_up_because text
  check (given_up_because in ('refused', 'expired', 'unsure', 'tries', 'country'));
alter table messages add constraint messages_given_up_with_reason
  check ((given_up_at is null) = (given_up_because is null));
-- What the provider calls it.
alter table messages add column provider_reference text;

create index messages_waiting on messages (created_at) where sent_at is null and given_up_at is null;
create index messages_given_up on messages (given_up_at) where given_up_at is not null;
create index messages_expiring on messages (expires_at) where expires_at is not null;
