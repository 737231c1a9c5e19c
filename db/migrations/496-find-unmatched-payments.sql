-- Staff find a payment without an order by a part of its number, and by its amount.
create index unmatched_payments_by_reference on unmatched_payments using gin (provider_reference gin_trgm_ops);
create index unmatched_payments_by_amount on unmatched_payments (amount_halalas, seen_at desc, id desc);
