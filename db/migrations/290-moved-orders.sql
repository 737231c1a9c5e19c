-- Staff move a paid order to another course, run or person: another order takes its place, and its money pays that one.
alter table orders
  drop constraint orders_method_check,
  add constraint orders_method_check check (method in ('online', 'transfer', 'cash', 'carried')),
  -- The order whose place this one has taken.
  add column moved_from uuid references orders;
-- An order is moved once.
create unique index orders_moved_from on orders (moved_from) where moved_from is not null;

-- What of a payment came from the order before; the rest was paid to the institute.
alter table payment_attempts add column carried_halalas integer not null default 0
  check (carried_halalas between 0 and amount_halalas);
-- A refund that was not sent: it pays the order that took this one's place.
alter table refunds add column is_carried boolean not null default false;

-- What was carried and what was paid are two rows of one payment.
drop index ledger_payment_once;
create unique index ledger_payment_once on ledger (attempt_id, provider) where kind = 'payment';
-- What came in and went back since a time leaves out what was only carried.
drop index ledger_by_time;
create index ledger_by_time on ledger (at) include (kind, amount_halalas, provider);
