-- What waits for a member of staff, the oldest first.
create index leads_open on leads (created_at, id) where status in ('received', 'handling') and erased_at is null;
-- Money of a period.
create index ledger_by_time on ledger (at) include (kind, amount_halalas);
