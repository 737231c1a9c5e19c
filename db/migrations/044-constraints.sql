-- Rules of the product that the database keeps too, so that no future caller, script or hand can break them.
-- Rows from before are first brought into the rule where the meaning is certain; a row about money that breaks one
-- stops the migration, because a person has to look at it.

-- Money of an order.
update orders set paid_at = coalesce((select min(at) from ledger where order_id = orders.id and kind = 'payment'), created_at)
where status in ('paid', 'refunded') and paid_at is null;
alter table orders
  add constraint orders_vat_not_negative check (net_halalas >= 0 and vat_halalas >= 0),
  add constraint orders_vat_treatment_known check (vat_treatment in ('standard', 'zero', 'exempt')),
  add constraint orders_vat_rate check (vat_rate_percent between 0 and 100
    and (vat_treatment = 'standard' or (vat_rate_percent = 0 and vat_halalas = 0))),
  add constraint orders_paid_at check ((paid_at is not null) = (status in ('paid', 'refunded'))),
  add constraint orders_refunded_was_paid check (refunded_halalas = 0 or paid_at is not null);

-- What a paid order cost stands on its invoice and in the books.
create function refuse_change_of_paid_order() returns trigger language plpgsql as $$
begin
  raise exception 'the amounts of a paid order are never changed'
    using errcode = 'check_violation', constraint = 'paid_orders_stay', table = 'orders';
end $$;
create trigger paid_orders_stay before update on orders for each row
  when (old.paid_at is not null and (
    old.reference, old.price_halalas, old.discount_halalas, old.total_halalas, old.net_halalas, old.vat_halalas,
    old.vat_treatment, old.vat_rate_percent, old.paid_at) is distinct from (
    new.reference, new.price_halalas, new.discount_halalas, new.total_halalas, new.net_halalas, new.vat_halalas,
    new.vat_treatment, new.vat_rate_percent, new.paid_at))
  execute function refuse_change_of_paid_order();

-- One payment buys an order, with exactly the order's amount. Other payments are refund-due.
create unique index payment_attempts_paid_once on payment_attempts (order_id) where status = 'paid';
alter table payment_attempts
  add constraint payment_attempts_paid_amount check (
    status <> 'paid' or (paid_halalas is not null and paid_halalas = amount_halalas and paid_currency = 'SAR'));
create function check_paid_amount() returns trigger language plpgsql as $$
begin
  if new.amount_halalas is distinct from (select total_halalas from orders where id = new.order_id) then
    raise exception 'the payment % has another amount than its order', new.id
      using errcode = 'check_violation', constraint = 'payment_attempts_order_amount', table = 'payment_attempts';
  end if;
  return null;
end $$;
create constraint trigger payment_attempts_order_amount after insert or update of status, amount_halalas on payment_attempts
  for each row when (new.status = 'paid') execute function check_paid_amount();

-- An order becomes paid only with its money. Checked at the commit: order and payment change one after the other.
create function check_money_of_order() returns trigger language plpgsql as $$
begin
  if new.total_halalas > 0
    and not exists (select from payment_attempts where order_id = new.id and status in ('paid', 'refunded')) then
    raise exception 'the order % became paid without a payment', new.reference
      using errcode = 'check_violation', constraint = 'orders_paid_by_payment', table = 'orders';
  end if;
  return null;
end $$;
create constraint trigger orders_paid_by_payment after update of status on orders deferrable initially deferred
  for each row when (new.status = 'paid' and old.status <> 'paid') execute function check_money_of_order();

-- What is sent back of a payment, and what is on its way, is never more than was paid.
create function check_refunds() returns trigger language plpgsql as $$
declare
  paid integer;
begin
  -- Refunds of the same payment one after the other, so that each sees the one before.
  select paid_halalas into paid from payment_attempts where id = new.attempt_id for no key update;
  if (select coalesce(sum(amount_halalas), 0) from refunds
      where attempt_id = new.attempt_id and status in ('sending', 'done')) > coalesce(paid, 0) then
    raise exception 'the refunds of the payment % are more than was paid', new.attempt_id
      using errcode = 'check_violation', constraint = 'refunds_at_most_paid', table = 'refunds';
  end if;
  return null;
end $$;
create constraint trigger refunds_at_most_paid after insert or update of status, amount_halalas, attempt_id on refunds
  for each row when (new.attempt_id is not null and new.status in ('sending', 'done')) execute function check_refunds();

-- The audit log is written once. Nobody in it is ever deleted: an erased account keeps its row.
alter table audit_log drop constraint audit_log_user_id_fkey, add foreign key (user_id) references users;
create trigger audit_log_stays before update or delete on audit_log for each row execute function refuse_change();
create trigger audit_log_stays_whole before truncate on audit_log for each statement execute function refuse_change();

-- A coupon that ends before it begins was never valid: it stays so, switched off.
update coupons set active = false, valid_to = valid_from + interval '1 second' where valid_to <= valid_from;
alter table coupons add constraint coupons_valid_dates check (valid_to > valid_from);

-- A coupon's courses exist. An empty list covers no course, unlike none at all.
update coupons set course_ids = array(
  select id from unnest(course_ids) with ordinality as listed (id, place)
  where exists (select from courses where courses.id = listed.id) order by place)
where course_ids is not null;
create function check_coupon_courses() returns trigger language plpgsql as $$
begin
  perform from courses where id = any(new.course_ids) order by id for key share;
  if exists (select from unnest(new.course_ids) as listed (id)
      where not exists (select from courses where courses.id = listed.id)) then
    raise exception 'the coupon % is for a course that does not exist', new.code
      using errcode = 'check_violation', constraint = 'coupons_courses_exist', table = 'coupons';
  end if;
  return null;
end $$;
create constraint trigger coupons_courses_exist after insert or update of course_ids on coupons
  for each row when (new.course_ids is not null) execute function check_coupon_courses();
create function forget_course_in_coupons() returns trigger language plpgsql as $$
begin
  update coupons set course_ids = array_remove(course_ids, old.id) where old.id = any(course_ids);
  return null;
end $$;
create trigger coupons_forget_course after delete on courses for each row execute function forget_course_in_coupons();

-- Nobody enrols in a run that has begun.
update schedules set enrolment_closes_at = starts_at where enrolment_closes_at > starts_at;
alter table schedules add constraint schedules_enrolment_closes check (enrolment_closes_at <= starts_at);

-- No more seats are sold than there are: neither by an order that takes one, nor by a run that loses some. A run that
-- was oversold before stays as it is.
create function seats_taken(run integer) returns bigint language sql stable as $$
  select count(*) from orders where schedule_id = run and status in ('pending', 'paid')
$$;
create function check_seat_of_order() returns trigger language plpgsql as $$
declare
  available integer;
begin
  select seats - held_seats into available from schedules where id = new.schedule_id for no key update;
  if seats_taken(new.schedule_id) > available then
    raise exception 'the run % has no seat left', new.schedule_id
      using errcode = 'check_violation', constraint = 'orders_fit_in_run', table = 'orders';
  end if;
  return null;
end $$;
create function check_seats_of_run() returns trigger language plpgsql as $$
begin
  if seats_taken(new.id) > new.seats - new.held_seats then
    raise exception 'the run % has more seats sold than % of % would leave', new.key, new.held_seats, new.seats
      using errcode = 'check_violation', constraint = 'schedules_seats_sold', table = 'schedules';
  end if;
  return null;
end $$;
create constraint trigger orders_fit_in_run_when_placed after insert on orders
  for each row when (new.schedule_id is not null and new.status in ('pending', 'paid'))
  execute function check_seat_of_order();
create constraint trigger orders_fit_in_run after update of status, schedule_id on orders
  for each row when (new.schedule_id is not null and new.status in ('pending', 'paid')
    and (old.status not in ('pending', 'paid') or old.schedule_id is distinct from new.schedule_id))
  execute function check_seat_of_order();
create constraint trigger schedules_seats_sold after update of seats, held_seats on schedules
  for each row when (new.seats - new.held_seats < old.seats - old.held_seats) execute function check_seats_of_run();
