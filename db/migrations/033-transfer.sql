-- A bank transfer beside its payment attempt: what its learner sent to prove it, and what staff answered.
create table transfers (
  order_id uuid primary key references orders,
  receipt_file uuid references stored_files on delete set null,
  receipt_at timestamptz,
  -- Why the last receipt did not do, in the words for the learner; null again with the next one.
  answer text,
  declined_at timestamptz,
  check ((answer is null) = (declined_at is null))
);
create index transfers_of_receipt on transfers (receipt_file) where receipt_file is not null;

-- How many transfers a learner keeps seats waiting for.
create index orders_awaiting_transfer on orders (user_id) where status = 'pending' and method = 'transfer';

-- Whom to remind of a run that begins soon.
create index schedules_by_beginning on schedules (starts_at);
