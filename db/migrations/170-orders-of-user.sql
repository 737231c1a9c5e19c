-- With the number, so that the orders of the people whom a search leads to are collected without reading their rows.
create index orders_of_user_newest on orders (user_id, created_at desc, id desc);
drop index orders_of_user;
alter index orders_of_user_newest rename to orders_of_user;
