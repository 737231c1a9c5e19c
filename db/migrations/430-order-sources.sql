-- Where an order came from. Null on rows from before, and on those that the version before still writes: order_source()
-- reads theirs from what they are.
alter table orders add column source text;
alter table orders add constraint orders_source_check
  check (source in ('site', 'desk', 'waiting-list', 'company', 'move')) not valid;
alter table orders validate constraint orders_source_check;

create function order_source(of_order orders) returns text language sql stable as $$
  select coalesce(of_order.source, case
    when exists (select from company_seats where order_id = of_order.id) then 'company'
    when of_order.moved_from is not null then 'move'
    when exists (select from waiting_places where order_id = of_order.id) then 'waiting-list'
    when exists (select from order_events where order_id = of_order.id and event in ('placed', 'placedFree') and actor = 'staff') then 'desk'
    else 'site' end)
$$;
