-- All rows of a statement that could not be read; `errors` names the first of them.
alter table bank_statements add error_count integer not null default 0;
update bank_statements set error_count = jsonb_array_length(errors);
-- A movement of the bank may pay an order that waits for a transfer, or ended a short time ago.
create index orders_unpaid_by_end on orders (coalesce(ended_at, 'infinity'::timestamptz)) where paid_at is null;
