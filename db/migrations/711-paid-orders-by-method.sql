-- What was free was not paid by card or transfer: the lists of a method leave it out, and read the amount in their index.
drop index orders_by_method;
create index orders_by_method on orders (method, created_at desc, id desc) include (total_halalas);
drop index orders_by_status_and_method;
create index orders_by_status_and_method on orders (status, method, created_at desc, id desc) include (total_halalas);
