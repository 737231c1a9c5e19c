-- Where the money of a bank transfer is sent back to, as its learner has given it.
create table refund_accounts (
  order_id uuid primary key references orders,
  -- The IBAN and its holder's name, encrypted.
  sealed bytea not null,
  -- The last four characters of the IBAN, by which the learner recognises it.
  iban_end text not null check (length(iban_end) = 4),
  given_at timestamptz not null
);
