alter table orders
  add column method text not null default 'online' check (method in ('online', 'transfer')),
  add column refunded_halalas integer not null default 0 check (refunded_halalas between 0 and total_halalas);

-- Rows of books: written once, never changed and never taken away.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are never changed', tg_table_name;
end $$;

-- What happened to an order, by whom: one row for each change of its status and each decision about it.
create table order_events (
  id bigint generated always as identity primary key,
  order_id uuid not null references orders,
  event text not null,
  actor text not null check (actor in ('learner', 'provider', 'staff', 'clock')),
  staff_id integer references users,
  details jsonb not null default '{}',
  at timestamptz not null
);
create index order_events_of_order on order_events (order_id, id);
create trigger order_events_stay before update or delete on order_events for each row execute function refuse_change();

alter table payment_attempts
  -- What the provider says was paid on it; with a wrong amount this is not what was asked for.
  add column paid_halalas integer check (paid_halalas >= 0),
  add column paid_currency text,
  add column refunded_halalas integer not null default 0 check (refunded_halalas >= 0);
update payment_attempts set paid_halalas = amount_halalas, paid_currency = 'SAR' where status in ('paid', 'refund-due', 'refunded');
update payment_attempts set refunded_halalas = amount_halalas where status = 'refunded';
update orders set refunded_halalas = total_halalas where status = 'refunded';

create table refunds (
  id uuid primary key,
  order_id uuid not null references orders,
  -- Null for an order without a payment: what was free is only given up.
  attempt_id uuid references payment_attempts,
  -- Null until somebody has decided.
  amount_halalas integer check (amount_halalas >= 0),
  status text not null check (status in ('requested', 'declined', 'sending', 'refused', 'done')),
  reason text not null,
  requested_by integer references users,
  requested_at timestamptz not null,
  decided_by integer references users,
  decided_at timestamptz,
  -- What the learner is told with a decision against the request.
  answer text,
  -- The provider's word for why it sends nothing back.
  failure_reason text,
  keeps_seat boolean not null default false,
  done_at timestamptz,
  check (status in ('requested', 'declined') or amount_halalas is not null)
);
create index refunds_of_order on refunds (order_id, requested_at);
-- One at a time: a request that waits for its answer, or money on its way.
create unique index refunds_once on refunds (order_id, coalesce(attempt_id, order_id)) where status in ('requested', 'sending');
create index refunds_sending on refunds (decided_at) where status = 'sending';

-- Every halala that came in or went back, once.
create table ledger (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('payment', 'refund')),
  order_id uuid not null references orders,
  attempt_id uuid not null references payment_attempts,
  refund_id uuid references refunds,
  provider text not null,
  provider_reference text,
  -- Above zero what came in, below zero what went back.
  amount_halalas integer not null,
  currency text not null,
  at timestamptz not null,
  check ((kind = 'payment' and amount_halalas > 0 and refund_id is null)
    or (kind = 'refund' and amount_halalas < 0 and refund_id is not null))
);
create unique index ledger_payment_once on ledger (attempt_id) where kind = 'payment';
create unique index ledger_refund_once on ledger (refund_id) where kind = 'refund';
create index ledger_of_order on ledger (order_id);
create trigger ledger_stays before update or delete on ledger for each row execute function refuse_change();
insert into ledger (kind, order_id, attempt_id, provider, provider_reference, amount_halalas, currency, at)
  select 'payment', order_id, id, provider, provider_reference, paid_halalas, paid_currency, updated_at
  from payment_attempts where status in ('paid', 'refund-due') and paid_halalas > 0;

-- Up to when the provider's list of payments was compared with ours.
create table payment_comparisons (
  provider text primary key,
  compared_to timestamptz not null
);

-- Payments in the provider's list that belong to no order of ours: somebody has to look at them.
create table stray_payments (
  provider text not null,
  provider_reference text not null,
  amount_halalas integer not null,
  currency text not null,
  seen_at timestamptz not null,
  primary key (provider, provider_reference)
);

-- A use of a coupon is given back with the whole payment only.
drop index orders_of_coupon;
create index orders_of_coupon on orders (coupon_id) where status in ('pending', 'paid', 'refunded');

-- The sandbox's books: what it has sent back, and whether it will not.
alter table sandbox_payments
  add column refunded_halalas integer not null default 0,
  add column refuses_refunds boolean not null default false;
update sandbox_payments set refunded_halalas = amount_halalas where status = 'refunded';
