-- What waits for staff: receipts of parts that are not recorded yet.
create index order_parts_with_receipt on order_parts (receipt_at) where receipt_at is not null and paid_at is null;
