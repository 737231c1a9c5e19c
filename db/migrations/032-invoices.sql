-- What goes with a mail, made when it is handed over: `[{ "kind": "calendar", "id": "…" }]`.
alter table messages add column attachments jsonb not null default '[]';

-- How many documents there are: numbers and the counter come from here, under this row's lock, in the transaction that
-- writes the document. A sequence would leave gaps.
create table invoice_counters (
  is_one boolean primary key default true check (is_one),
  documents integer not null default 0,
  invoices integer not null default 0,
  credit_notes integer not null default 0,
  check (documents = invoices + credit_notes)
);
insert into invoice_counters default values;

create table invoices (
  id uuid primary key,
  kind text not null check (kind in ('invoice', 'credit-note')),
  number text not null unique,
  -- Over documents of both kinds, as their hashes are chained.
  counter integer not null unique check (counter > 0),
  previous_hash text not null unique,
  hash text not null unique,
  order_id uuid not null references orders,
  refund_id uuid references refunds,
  original_id uuid references invoices,
  issued_at timestamptz not null,
  -- Everything that is printed.
  document jsonb not null,
  check ((kind = 'credit-note') = (refund_id is not null) and (kind = 'credit-note') = (original_id is not null))
);
create unique index invoices_once on invoices (order_id) where kind = 'invoice';
create unique index invoices_refund_once on invoices (refund_id);
create index invoices_of_order on invoices (order_id, counter);
create trigger invoices_stay before update or delete on invoices for each row execute function refuse_change();
create trigger invoices_stay_all before truncate on invoices for each statement execute function refuse_change();
