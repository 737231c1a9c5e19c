-- When an account was last used, for the list of learners: sessions end and are deleted. A row for each account.
create table last_seen (
  user_id integer primary key references users on delete cascade,
  -- Before all times where nobody has signed in yet.
  at timestamptz not null default '-infinity'
);
create index last_seen_order on last_seen (at desc, user_id desc);

create function begin_last_seen() returns trigger language plpgsql as $$
begin
  insert into last_seen (user_id) select id from made on conflict do nothing;
  return null;
end $$;
create trigger begin_last_seen after insert on users referencing new table as made
  for each statement execute function begin_last_seen();

create function note_last_seen() returns trigger language plpgsql as $$
begin
  insert into last_seen (user_id, at) values (new.user_id, new.last_used_at)
  on conflict (user_id) do update set at = excluded.at where last_seen.at < excluded.at;
  return null;
end $$;
create trigger note_last_seen after insert or update of last_used_at on sessions
  for each row execute function note_last_seen();
