-- A free order that was given up has a refund of nothing: no list of a payment method holds it.
create or replace function refund_was_ordered() returns trigger language plpgsql as $$
begin
  select created_at, status, case when total_halalas > 0 then method else 'free' end, coalesce(source, 'site')
    into new.ordered_at, new.order_status, new.order_method, new.order_source
  from orders where id = new.order_id;
  return new;
end
$$;

create or replace function refunded_order_was_written() returns trigger language plpgsql as $$
begin
  update refunds set order_status = new.status, order_source = coalesce(new.source, 'site'),
    order_method = case when new.total_halalas > 0 then new.method else 'free' end
  where order_id = new.id;
  return null;
end
$$;

update refunds set order_method = 'free' from orders
where orders.id = order_id and orders.total_halalas = 0 and order_method <> 'free';
