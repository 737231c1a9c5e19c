-- Payments that the payer's bank takes back. The money of one that is lost is booked as a refund by hand when staff say so.
create table chargebacks (
  id uuid primary key,
  order_id uuid not null references orders,
  attempt_id uuid not null references payment_attempts,
  -- The company's number of the case; empty when it gives none.
  reference text not null,
  amount_halalas integer not null check (amount_halalas > 0),
  reason text not null,
  -- The last day on which the company takes evidence; null while nobody knows it.
  due_on date,
  status text not null default 'open' check (status in ('open', 'answered', 'won', 'lost')),
  -- Of a lost one: whether the learner keeps the seat, and the refund that books the money.
  keeps_seat boolean,
  refund_id uuid references refunds,
  source text not null check (source in ('staff', 'report')),
  created_at timestamptz not null,
  decided_at timestamptz,
  check ((status = 'lost') = (refund_id is not null))
);
create index chargebacks_of_order on chargebacks (order_id);
create index chargebacks_of_refund on chargebacks (refund_id) where refund_id is not null;
-- A payment has one case at a time.
create unique index chargebacks_open on chargebacks (attempt_id) where status in ('open', 'answered');
create index chargebacks_of_attempt on chargebacks (attempt_id);
create index chargebacks_by_time on chargebacks (created_at desc, id desc);

-- What staff did about it and what they sent as evidence: written once.
create table chargeback_notes (
  id bigint generated always as identity primary key,
  chargeback_id uuid not null references chargebacks,
  kind text not null check (kind in ('note', 'evidence', 'won', 'lost')),
  note text not null,
  by_staff integer references users on delete set null,
  at timestamptz not null
);
create index chargeback_notes_of_case on chargeback_notes (chargeback_id, id);
