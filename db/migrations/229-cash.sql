-- An order that staff enter for somebody who pays at the counter.
alter table orders drop constraint orders_method_check;
alter table orders add constraint orders_method_check check (method in ('online', 'transfer', 'cash'));
