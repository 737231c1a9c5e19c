-- A passkey counts as both factors, also for an account without any other second factor.
alter table sessions add column by_passkey boolean not null default false;
