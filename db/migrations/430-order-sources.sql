-- Where an order came from, and the campaign that led its learner here (utm_campaign). Null on rows from before, and on
-- those that the version before still writes: order_source() reads theirs from what they are.
alter table orders
  add column source text check (source in ('site', 'desk', 'waiting-list', 'company', 'move')),
  add column campaign text check (length(campaign) between 1 and 200);

create function order_source(of_order orders) returns text language sql stable as $$
  select coalesce(of_order.source, case
    when exists (select from company_seats where order_id = of_order.id) then 'company'
    when of_order.moved_from is not null then 'move'
    when exists (select from waiting_places where order_id = of_order.id) then 'waiting-list'
    when exists (select from order_events where order_id = of_order.id and event in ('placed', 'placedFree') and actor = 'staff') then 'desk'
    else 'site' end)
$$;
