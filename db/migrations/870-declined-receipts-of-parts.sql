-- Why staff declined the receipt of a later part; null while it waits for them, and after another was sent.
alter table order_parts
  add column receipt_answer text,
  add constraint order_parts_answer_to_receipt check (receipt_answer is null or receipt_at is not null) not valid;
alter table order_parts validate constraint order_parts_answer_to_receipt;
drop index order_parts_with_receipt;
create index order_parts_with_receipt on order_parts (receipt_at)
  where receipt_at is not null and receipt_answer is null and paid_at is null;
