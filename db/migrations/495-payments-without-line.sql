-- Payments that no line of a settlement report names, so that those that are missing are found without reading all payments.
-- Triggers keep the table: the version before writes payments and lines as well. See docs/decisions/0125.
create table payments_without_line (
  attempt_id uuid references payment_attempts,
  purchase_attempt_id uuid references purchase_attempts,
  provider text not null,
  at timestamptz not null,
  check (num_nonnulls(attempt_id, purchase_attempt_id) = 1)
);
create unique index payments_without_line_of_attempt on payments_without_line (attempt_id, provider)
  where attempt_id is not null;
create unique index payments_without_line_of_purchase_attempt on payments_without_line (purchase_attempt_id)
  where purchase_attempt_id is not null;
create index payments_without_line_by_time on payments_without_line (provider, at);

-- The first day that reports of a payment company tell of. It may only become earlier, so that no payment is passed over.
create table payout_first_days (
  provider text primary key,
  day date not null
);

create function note_payment_without_line() returns trigger language plpgsql as $$
begin
  insert into payments_without_line (attempt_id, provider, at)
  select new.attempt_id, new.provider, new.at
  where not exists (select from payout_lines where attempt_id = new.attempt_id and kind = 'payment')
  on conflict do nothing;
  return null;
end $$;
create trigger note_payment_without_line after insert on ledger
  for each row when (new.kind = 'payment') execute function note_payment_without_line();

create function note_purchase_payment_without_line() returns trigger language plpgsql as $$
begin
  insert into payments_without_line (purchase_attempt_id, provider, at)
  select new.id, new.provider, new.created_at
  where not exists (select from payout_lines where purchase_attempt_id = new.id and kind = 'payment')
  on conflict do nothing;
  return null;
end $$;
create trigger note_purchase_payment_without_line after insert or update of status on purchase_attempts
  for each row when (new.status = 'paid') execute function note_purchase_payment_without_line();

create function payout_lines_were_written() returns trigger language plpgsql as $$
begin
  insert into payout_first_days as known (provider, day)
  select p.provider, min(added.day) from added join payouts p on p.id = added.payout_id group by p.provider
  on conflict (provider) do update set day = excluded.day where excluded.day < known.day;
  delete from payments_without_line w using added
  where w.attempt_id = added.attempt_id and added.kind = 'payment';
  delete from payments_without_line w using added
  where w.purchase_attempt_id = added.purchase_attempt_id and added.kind = 'payment';
  return null;
end $$;
create trigger payout_lines_were_added after insert on payout_lines
  referencing new table as added for each statement execute function payout_lines_were_written();
create trigger payout_lines_were_changed after update on payout_lines
  referencing new table as added for each statement execute function payout_lines_were_written();

-- A payment whose last line goes, or turns out to be of another payment, is without one again.
create function payout_line_left_payment() returns trigger language plpgsql as $$
begin
  insert into payments_without_line (attempt_id, provider, at)
  select g.attempt_id, g.provider, g.at from ledger g
  where g.attempt_id = old.attempt_id and g.kind = 'payment'
    and not exists (select from payout_lines where attempt_id = old.attempt_id and kind = 'payment')
  on conflict do nothing;
  insert into payments_without_line (purchase_attempt_id, provider, at)
  select c.id, c.provider, c.created_at from purchase_attempts c
  where c.id = old.purchase_attempt_id and c.status = 'paid'
    and not exists (select from payout_lines where purchase_attempt_id = old.purchase_attempt_id and kind = 'payment')
  on conflict do nothing;
  return null;
end $$;
create trigger payout_line_left_payment after delete or update of attempt_id, purchase_attempt_id, kind on payout_lines
  for each row when (old.kind = 'payment' and num_nonnulls(old.attempt_id, old.purchase_attempt_id) > 0)
  execute function payout_line_left_payment();

-- What is there already.
insert into payout_first_days (provider, day)
select p.provider, min(l.day) from payout_lines l join payouts p on p.id = l.payout_id group by p.provider;
insert into payments_without_line (attempt_id, provider, at)
select g.attempt_id, g.provider, g.at from ledger g
where g.kind = 'payment'
  and not exists (select from payout_lines l where l.attempt_id = g.attempt_id and l.kind = 'payment');
insert into payments_without_line (purchase_attempt_id, provider, at)
select c.id, c.provider, c.created_at from purchase_attempts c
where c.status = 'paid'
  and not exists (select from payout_lines l where l.purchase_attempt_id = c.id and l.kind = 'payment');
