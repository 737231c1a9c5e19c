-- A learner takes their request back while it waits for staff: nothing is decided, and they may ask again.
alter table refunds
  drop constraint refunds_status_check,
  add constraint refunds_status_check
    check (status in ('requested', 'withdrawn', 'declined', 'sending', 'unclear', 'refused', 'done')),
  drop constraint refunds_check,
  add constraint refunds_check check (status in ('requested', 'withdrawn', 'declined') or amount_halalas is not null);
