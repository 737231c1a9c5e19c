-- A failed message that a person has looked at and does not send again waits for nobody any more.
alter table messages add column dismissed_at timestamptz;
