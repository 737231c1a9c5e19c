-- The role that was used last is one of the roles, and there are no others than these.
update users set last_role = roles[1] where last_role <> all (roles);
alter table users add constraint users_roles_known
  check (cardinality(roles) > 0 and roles <@ array['Student', 'Teacher', 'Admin', 'Owner']);
alter table users add constraint users_last_role_held check (last_role = any (roles));

-- An institute without an active Owner could be repaired by SQL only. Two transactions that each remove one of the last
-- two Owners run one after the other: the second sees what the first has done.
create function keep_one_owner() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.status = 'active' and 'Owner' = any (new.roles) then return new; end if;
  perform pg_advisory_xact_lock(hashtextextended('users:owners', 0));
  if not exists (select from users where id <> old.id and status = 'active' and 'Owner' = any (roles)) then
    raise exception 'the last Owner cannot be removed' using errcode = 'check_violation', constraint = 'last_owner';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger keep_one_owner before update of roles, status or delete on users
  for each row when (old.status = 'active' and 'Owner' = any (old.roles)) execute function keep_one_owner();

-- Invitations of people who will work for the institute. Only the token's hash is stored: whoever reads a copy of the
-- database cannot become an Owner by it.
create table invitations (
  token_hash bytea primary key,
  email text not null check (email = lower(email)),
  roles text[] not null check (cardinality(roles) > 0),
  lang text not null check (lang in ('ar', 'en')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  user_id integer references users on delete cascade
);
create index invitations_of_address on invitations (email);
