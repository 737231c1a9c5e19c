-- Staff list orders by their amount. What the list is filtered by is in the index, so that no row is read to leave it out.
create index orders_by_amount on orders (total_halalas, id) include (created_at, status, method);
-- The orders of some days by their amount: read from the index of the time, which holds the amount too.
drop index orders_newest;
create index orders_newest on orders (created_at desc, id desc) include (total_halalas);
