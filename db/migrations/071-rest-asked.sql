-- When staff last asked for the rest of a transfer that was too little: until a newer receipt arrives, the institute waits
-- for the learner.
alter table transfers add column rest_asked_at timestamptz;
update transfers t set rest_asked_at = coalesce(
    (select max(e.at) from order_events e where e.order_id = t.order_id and e.event = 'restAsked'), t.receipt_at, now())
  where t.received_halalas > 0;
alter table transfers
  add constraint transfers_rest_asked check ((received_halalas > 0) = (rest_asked_at is not null));
