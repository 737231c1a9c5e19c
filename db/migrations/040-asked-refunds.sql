alter table refunds
  -- When the provider was asked to send this refund, how much, and how much it then has refunded in total. Written
  -- before asking: a refund that was asked for is only looked up afterwards, never asked for again by itself.
  add column asked_at timestamptz,
  add column asked_halalas integer check (asked_halalas > 0),
  add column asked_total_halalas integer check (asked_total_halalas >= asked_halalas),
  add constraint refunds_asked_whole check (num_nulls(asked_at, asked_halalas, asked_total_halalas) in (0, 3)),
  drop constraint refunds_status_check,
  add constraint refunds_status_check
    check (status in ('requested', 'declined', 'sending', 'unclear', 'refused', 'done'));
drop index refunds_once;
create unique index refunds_once on refunds (order_id, coalesce(attempt_id, order_id))
  where status in ('requested', 'sending', 'unclear');
