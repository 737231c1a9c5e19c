-- What a learner sent to show that a later part was transferred. Staff record the part when it is in the account.
alter table order_parts
  add column receipt_file uuid references stored_files on delete set null,
  add column receipt_at timestamptz;
create index order_parts_of_receipt on order_parts (receipt_file) where receipt_file is not null;
