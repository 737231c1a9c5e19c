-- An order can be paid in parts. Its total stays the whole price; rows under it say which amount is due when. An order
-- without rows is paid by one payment, as before, and every rule for it stays. See docs/decisions/0135.
create table order_parts (
  order_id uuid not null references orders,
  part smallint not null check (part between 1 and 7),
  amount_halalas integer not null check (amount_halalas > 0),
  net_halalas integer not null check (net_halalas >= 0),
  vat_halalas integer not null check (vat_halalas >= 0),
  -- The last instant at which it is in time.
  due_at timestamptz not null,
  paid_at timestamptz,
  -- Which of the four reminders was sent last.
  reminded smallint not null default 0 check (reminded between 0 and 4),
  is_invoiced boolean not null default false,
  primary key (order_id, part),
  check (net_halalas + vat_halalas = amount_halalas)
);
create index order_parts_unpaid on order_parts (due_at) where paid_at is null;
create index order_parts_without_invoice on order_parts (paid_at, order_id, part) where paid_at is not null and not is_invoiced;
create index order_parts_by_payment on order_parts (paid_at) where paid_at is not null;

alter table orders
  -- What of the total is in parts after the first that nobody has paid; 0 of an order without parts. So the total less
  -- this is what an unpaid order is to be paid with now, and what a paid order was paid with.
  add column unpaid_halalas integer not null default 0,
  -- The learner keeps the seat but not lessons, materials and links to join, until a missed part is paid.
  add column access_paused_at timestamptz,
  add constraint orders_unpaid check (unpaid_halalas between 0 and total_halalas) not valid,
  add constraint orders_refunded_of_paid check (refunded_halalas <= total_halalas - unpaid_halalas) not valid,
  add constraint orders_paused_was_paid check (access_paused_at is null or paid_at is not null) not valid;
alter table orders validate constraint orders_unpaid;
alter table orders validate constraint orders_refunded_of_paid;
alter table orders validate constraint orders_paused_was_paid;

-- One payment buys each part, with exactly its amount.
alter table payment_attempts add column part smallint not null default 1;
alter table invoices add column part smallint not null default 1;
create unique index payment_attempts_paid_part_once on payment_attempts (order_id, part) where status = 'paid';
drop index payment_attempts_paid_once;
create unique index invoices_of_part_once on invoices (order_id, part) where kind = 'invoice';
drop index invoices_once;

create or replace function check_paid_amount() returns trigger language plpgsql as $$
begin
  if new.amount_halalas is distinct from coalesce(
    (select amount_halalas from order_parts where order_id = new.order_id and part = new.part),
    (select total_halalas from orders where id = new.order_id and new.part = 1
      and not exists (select from order_parts where order_id = new.order_id))) then
    raise exception 'the payment % has another amount than its order', new.id
      using errcode = 'check_violation', constraint = 'payment_attempts_order_amount', table = 'payment_attempts';
  end if;
  return null;
end $$;
create or replace function check_money_of_order() returns trigger language plpgsql as $$
begin
  if new.total_halalas > 0 and not exists (
    select from payment_attempts where order_id = new.id and part = 1 and status in ('paid', 'refunded')) then
    raise exception 'the order % became paid without a payment', new.reference
      using errcode = 'check_violation', constraint = 'orders_paid_by_payment', table = 'orders';
  end if;
  return null;
end $$;

-- What was agreed stays: of a part, only its day, its payment and what was sent of it change.
create function refuse_change_of_part() returns trigger language plpgsql as $$
begin
  raise exception 'the parts of an order are never changed'
    using errcode = 'check_violation', constraint = 'order_parts_stay', table = 'order_parts';
end $$;
create trigger order_parts_stay before update on order_parts for each row
  when ((old.order_id, old.part, old.amount_halalas, old.net_halalas, old.vat_halalas) is distinct from
      (new.order_id, new.part, new.amount_halalas, new.net_halalas, new.vat_halalas)
    or (old.paid_at is not null and old.paid_at is distinct from new.paid_at))
  execute function refuse_change_of_part();
create trigger order_parts_are_kept before delete on order_parts for each row execute function refuse_change_of_part();
create trigger order_parts_in_open_month before insert or update of paid_at on order_parts
  for each row when (new.paid_at is not null) execute function refuse_closed_month('paid_at');

-- The parts add up to their order, are paid one after the other, each by its payment, and the first with the order.
-- Checked at the commit: order, parts and payments change one after the other.
create function check_parts_of(checked uuid) returns void language plpgsql as $$
declare
  ordered orders;
  parts record;
begin
  select * into ordered from orders where id = checked;
  select count(*) as count, max(part) as last, sum(amount_halalas) as amount, sum(net_halalas) as net,
    coalesce(sum(amount_halalas) filter (where part > 1 and paid_at is null), 0) as unpaid,
    coalesce(max(part) filter (where paid_at is not null), 0) as paid, count(paid_at) as paid_count
  into parts from order_parts where order_id = checked;
  if parts.count = 0 then
    if ordered.unpaid_halalas = 0 then return; end if;
  elsif parts.count >= 2 and parts.last = parts.count and parts.amount = ordered.total_halalas
    and parts.net = ordered.net_halalas and parts.unpaid = ordered.unpaid_halalas and parts.paid = parts.paid_count
    and (parts.paid > 0) = (ordered.paid_at is not null)
    and not exists (select from order_parts p where p.order_id = checked and p.paid_at is not null and not exists (
      select from payment_attempts a where a.order_id = p.order_id and a.part = p.part and a.status in ('paid', 'refunded')
        and a.amount_halalas = p.amount_halalas)) then return;
  end if;
  raise exception 'the parts of the order % do not add up to it', ordered.reference
    using errcode = 'check_violation', constraint = 'orders_of_parts', table = 'orders';
end $$;
create function check_order_of_part() returns trigger language plpgsql as $$
begin
  perform check_parts_of(new.order_id);
  return null;
end $$;
create function check_parts_of_order() returns trigger language plpgsql as $$
begin
  perform check_parts_of(new.id);
  return null;
end $$;
create constraint trigger order_parts_add_up after insert or update of paid_at on order_parts
  deferrable initially deferred for each row execute function check_order_of_part();
create constraint trigger orders_of_parts_when_placed after insert on orders
  deferrable initially deferred for each row when (new.unpaid_halalas > 0) execute function check_parts_of_order();
create constraint trigger orders_of_parts after update of total_halalas, net_halalas, unpaid_halalas, paid_at on orders
  deferrable initially deferred for each row when (old.unpaid_halalas > 0 or new.unpaid_halalas > 0)
  execute function check_parts_of_order();

create or replace function invoice_was_issued() returns trigger language plpgsql as $$
begin
  if new.kind = 'invoice' then
    update orders set is_invoiced = true where id = new.order_id and new.part = 1;
    update order_parts set is_invoiced = true where order_id = new.order_id and part = new.part;
  else
    update refunds set is_credited = true where id = new.refund_id;
  end if;
  return null;
end
$$;
