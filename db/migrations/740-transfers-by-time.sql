-- Transfers booked within some weeks of a bank movement that names no order.
create index ledger_transfers_by_time on ledger (at, order_id) include (amount_halalas)
  where kind = 'payment' and provider = 'transfer';
