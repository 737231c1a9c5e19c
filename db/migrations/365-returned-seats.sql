-- A company's seat is in a run of its own. It goes with its order to another run, and is the company's again when the order
-- ends.
alter table company_seats add column schedule_id integer references schedules;
update company_seats s set schedule_id = case when s.order_id is null then l.schedule_id
  else (select o.schedule_id from orders o where o.id = s.order_id) end
from quote_lines l where l.id = s.line_id;
create index company_seats_of_run on company_seats (schedule_id) where schedule_id is not null;

-- Whoever ends an order with such a seat has locked its run before the order.
create function company_seat_follows_order() returns trigger language plpgsql as $$
begin
  if new.status = 'paid' then
    update company_seats set schedule_id = new.schedule_id where order_id = new.id;
    return null;
  end if;
  -- The next person need not be the one for whom it was meant.
  update company_seats set order_id = null, used_at = null, person_name = null, person_email = null, invited_at = null
  where order_id = new.id;
  if found and new.schedule_id is not null then
    update schedules set held_seats = held_seats + 1, company_seats = company_seats + 1 where id = new.schedule_id;
  end if;
  return null;
end
$$;
create trigger company_seats_follow_orders after update of status, schedule_id on orders for each row
  when (old.status = 'paid' and (new.status <> 'paid' or new.schedule_id is distinct from old.schedule_id))
  execute function company_seat_follows_order();

-- A process of the version before, which still runs while this one starts, names no run.
create function company_seat_begins_in_its_run() returns trigger language plpgsql as $$
begin
  new.schedule_id := coalesce(new.schedule_id, (select schedule_id from quote_lines where id = new.line_id));
  return new;
end
$$;
create trigger company_seats_begin_in_their_runs before insert on company_seats for each row
  execute function company_seat_begins_in_its_run();
