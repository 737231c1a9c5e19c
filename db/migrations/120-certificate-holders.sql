-- The name as it was when the certificate was issued: a renamed account does not change it. Null once the account is
-- erased; number, course and dates stay, so that whoever holds the paper learns that it was issued.
alter table certificates add column holder text check (length(holder) between 1 and 200);
update certificates c set holder = left(btrim(u.first_name || ' ' || u.last_name), 200)
  from orders o join users u on u.id = o.user_id
  where o.id = c.order_id and u.erased_at is null and btrim(u.first_name || ' ' || u.last_name) <> '';

-- A trainer says that the certificates of an ended run can be issued; an Admin issues them.
create table certificate_proposals (
  schedule_id integer primary key references schedules on delete cascade,
  proposed_at timestamptz not null,
  proposed_by integer references users on delete set null,
  done_at timestamptz
);
create index certificate_proposals_open on certificate_proposals (proposed_at) where done_at is null;
create index certificate_proposals_by_person on certificate_proposals (proposed_by) where proposed_by is not null;
