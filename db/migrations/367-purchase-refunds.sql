-- What staff send back to a company through the provider of its card payment. A payment has one at a time.
create table purchase_refunds (
  id uuid primary key,
  quote_id integer not null references quotes,
  attempt_id uuid not null references purchase_attempts,
  amount_halalas integer not null check (amount_halalas > 0),
  -- What the provider has sent back of the payment in all when this is done: asked for twice, it is sent once.
  in_all_halalas integer not null check (in_all_halalas >= amount_halalas),
  -- unclear: the provider was asked, and does not say what became of it.
  status text not null default 'sending' check (status in ('sending', 'unclear', 'refused', 'done')),
  failure_reason text,
  -- From then on it may have been sent, and is only looked up.
  asked_at timestamptz,
  by_staff integer references users on delete set null,
  at timestamptz not null,
  done_at timestamptz
);
create unique index purchase_refunds_open on purchase_refunds (attempt_id) where status in ('sending', 'unclear');
create index purchase_refunds_of_attempt on purchase_refunds (attempt_id);
create index purchase_refunds_of_quote on purchase_refunds (quote_id, at);
create index purchase_refunds_by_staff on purchase_refunds (by_staff) where by_staff is not null;
create index purchase_refunds_waiting on purchase_refunds (at) where status = 'sending';
