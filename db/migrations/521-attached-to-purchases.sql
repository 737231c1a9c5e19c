-- A payment of nobody may have been a company's.
alter table unmatched_payments
  drop constraint unmatched_payments_attached,
  add constraint unmatched_payments_attached check (status <> 'attached' or num_nonnulls(order_id, quote_id) = 1) not valid;
alter table unmatched_payments validate constraint unmatched_payments_attached;
