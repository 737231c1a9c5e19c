-- Another table has a column of the name that this one had: statements that name the one were taken for the other.
alter table last_seen rename to account_uses;

create or replace function begin_last_seen() returns trigger language plpgsql as $$
begin
  insert into account_uses (user_id) select id from made on conflict do nothing;
  return null;
end $$;
create or replace function note_last_seen() returns trigger language plpgsql as $$
begin
  insert into account_uses (user_id, at) values (new.user_id, new.last_used_at)
  on conflict (user_id) do update set at = excluded.at where account_uses.at < excluded.at;
  return null;
end $$;

-- For servers of the version before, as long as they run beside this one.
create view last_seen as select user_id, at from account_uses;
