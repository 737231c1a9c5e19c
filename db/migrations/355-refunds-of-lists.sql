-- What staff's lists ask of a refund is kept beside it, where an index holds it: a list reads the rows that it shows, not
-- all refunds that there ever were.
alter table refunds
  -- No later one of the order: its state is what the list of orders shows.
  add column is_newest boolean not null default false,
  -- Refused, but another one of the same payment followed: nobody has to look at it.
  add column is_followed boolean not null default false,
  add column order_status text,
  add column order_method text;

create function mark_refunds(of_order uuid) returns void language sql as $$
  update refunds set is_newest = marks.is_newest, is_followed = marks.is_followed
  from (
    select id, row_number() over (order by requested_at desc, id desc) = 1 as is_newest,
      status = 'refused' and exists (
        select from refunds later
        where later.order_id = refund.order_id and later.requested_at > refund.requested_at
          and later.attempt_id is not distinct from refund.attempt_id and later.status in ('sending', 'unclear', 'done')
      ) as is_followed
    from refunds refund where order_id = of_order
  ) as marks
  where refunds.id = marks.id
    and (refunds.is_newest, refunds.is_followed) is distinct from (marks.is_newest, marks.is_followed)
$$;

create or replace function refund_was_ordered() returns trigger language plpgsql as $$
begin
  select created_at, status, method into new.ordered_at, new.order_status, new.order_method from orders where id = new.order_id;
  return new;
end
$$;

create function refund_was_written() returns trigger language plpgsql as $$
begin
  perform mark_refunds(case tg_op when 'DELETE' then old.order_id else new.order_id end);
  return null;
end
$$;

-- Whoever changes a refund has locked its order, so both are always locked in this order.
create function refunded_order_was_written() returns trigger language plpgsql as $$
begin
  update refunds set order_status = new.status, order_method = new.method where order_id = new.id;
  return null;
end
$$;

update refunds set order_status = orders.status, order_method = orders.method from orders where orders.id = order_id;
select mark_refunds(order_id) from (select distinct order_id from refunds) as refunded;

create trigger refunds_mark_others after insert or delete or update of status, requested_at, attempt_id on refunds
  for each row execute function refund_was_written();
create trigger refunds_follow_their_order after update of status, method on orders
  for each row when ((old.status, old.method) is distinct from (new.status, new.method))
  execute function refunded_order_was_written();

drop index refunds_by_status;
drop index refunds_newest;
create index refunds_newest on refunds (ordered_at desc, order_id desc) include (order_status, order_method) where is_newest;
create index refunds_by_status on refunds (status, ordered_at desc, order_id desc) where is_newest;
create index refunds_by_both_states on refunds (status, order_status, ordered_at desc, order_id desc)
  include (order_method) where is_newest;
create index refunds_by_method on refunds (status, order_method, ordered_at desc, order_id desc) where is_newest;
-- What waits for a person, the longest first.
create index refunds_waiting on refunds ((coalesce(decided_at, requested_at)), id)
  where status in ('requested', 'sending', 'unclear', 'refused') and not is_followed;
create index unmatched_payments_waiting on unmatched_payments (seen_at) where status in ('open', 'sending');
