-- The list of orders with a refund and of a source: counting them looked up the order of every refund that there ever was.
alter table refunds add column order_source text;

create or replace function refund_was_ordered() returns trigger language plpgsql as $$
begin
  select created_at, status, method, coalesce(source, 'site')
    into new.ordered_at, new.order_status, new.order_method, new.order_source
  from orders where id = new.order_id;
  return new;
end
$$;

create or replace function refunded_order_was_written() returns trigger language plpgsql as $$
begin
  update refunds set order_status = new.status, order_method = new.method, order_source = coalesce(new.source, 'site')
  where order_id = new.id;
  return null;
end
$$;
create or replace trigger refunds_follow_their_order after update of status, method, source on orders
  for each row when ((old.status, old.method, old.source) is distinct from (new.status, new.method, new.source))
  execute function refunded_order_was_written();

update refunds set order_source = coalesce(orders.source, 'site') from orders where orders.id = order_id;
create index refunds_by_source on refunds (order_source, ordered_at desc, order_id desc)
  include (status, order_status, order_method) where is_newest;
