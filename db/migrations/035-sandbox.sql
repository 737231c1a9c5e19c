-- The sandbox's books: which of its test cards was used, until when its page takes one, and when the shop last asked
-- about a payment whose confirmation must come before the browser does.
alter table sandbox_payments
  add column card text,
  add column expires_at timestamptz,
  add column asked_at timestamptz;
