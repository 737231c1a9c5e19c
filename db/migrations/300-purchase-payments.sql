-- Companies pay what they owe by card, on a page of the payment provider. An attempt is one such page.
create table purchase_attempts (
  id uuid primary key,
  quote_id integer not null references quotes,
  provider text not null,
  provider_reference text,
  payment_url text,
  amount_halalas integer not null check (amount_halalas > 0),
  status text not null default 'created' check (status in ('created', 'paid', 'failed', 'abandoned')),
  failure_reason text,
  -- What the provider says was paid, which need not be what was asked for.
  paid_halalas integer check (paid_halalas >= 0),
  paid_currency text,
  refunded_halalas integer not null default 0 check (refunded_halalas >= 0),
  -- The last moment at which the page takes a card.
  expires_at timestamptz not null,
  asked_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((status = 'paid') = (paid_halalas is not null))
);
create unique index purchase_attempts_by_reference on purchase_attempts (provider, provider_reference)
  where provider_reference is not null;
create index purchase_attempts_of_quote on purchase_attempts (quote_id, created_at);
create index purchase_attempts_open on purchase_attempts (provider, asked_at nulls first) where status = 'created';

-- The card payment by which money of a purchase came in, or went back through the provider.
alter table company_payments add column attempt_id uuid references purchase_attempts;
create unique index company_payments_attempt_once on company_payments (attempt_id)
  where attempt_id is not null and kind = 'received';
create index company_payments_of_attempt on company_payments (attempt_id) where attempt_id is not null;

-- surplus: a card payment of a company that owed less when it arrived.
alter table unmatched_payments
  add column quote_id integer references quotes,
  drop constraint unmatched_payments_kind_check,
  drop constraint unmatched_payments_order,
  add constraint unmatched_payments_kind_check check (kind in ('unmatched', 'duplicate', 'excess', 'surplus')),
  add constraint unmatched_payments_order check (
    kind = 'unmatched' or num_nonnulls(order_id, quote_id) = 1),
  add constraint unmatched_payments_surplus check (kind <> 'surplus' or quote_id is not null);
create index unmatched_payments_of_quote on unmatched_payments (quote_id) where quote_id is not null;

alter table payout_lines
  add column purchase_attempt_id uuid references purchase_attempts,
  add constraint payout_lines_of_one_payment check (num_nonnulls(attempt_id, purchase_attempt_id) < 2);
create index payout_lines_of_purchase_attempt on payout_lines (purchase_attempt_id)
  where purchase_attempt_id is not null;
drop index payout_lines_unknown;
create index payout_lines_unknown on payout_lines (id)
  where attempt_id is null and purchase_attempt_id is null and kind <> 'adjustment';
