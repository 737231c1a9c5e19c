alter table refunds
  -- Sent outside the provider, whose own sum knows nothing of it.
  add column by_hand boolean not null default false,
  -- Staff's words, which a credit note prints; what its learner wrote stays between them and the institute.
  add column decision_reason text;
alter table payment_attempts
  add constraint never_more_back_than_came check (refunded_halalas <= coalesce(paid_halalas, 0));
create trigger ledger_stays_whole before truncate on ledger for each statement execute function refuse_change();
create trigger order_events_stay_whole before truncate on order_events for each statement execute function refuse_change();
create index orders_newest on orders (created_at desc, id desc);
