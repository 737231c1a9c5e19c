-- Months whose books are closed, with the totals that were signed off. Nothing is ever dated into one of them again.
create table month_closings (
  -- The first day of the month.
  month date primary key check (extract(day from month) = 1),
  -- The first instant after the month in Riyadh.
  ends_at timestamptz not null unique,
  closed_at timestamptz not null,
  closed_by integer not null references users,
  -- Why it was closed as it was.
  note text not null,
  figures jsonb not null,
  constraint month_closings_of_month check (ends_at = (month + interval '1 month') at time zone 'Asia/Riyadh'),
  constraint month_closings_after_month check (closed_at >= ends_at)
);
create index month_closings_by_person on month_closings (closed_by);
create trigger month_closings_stay before update or delete on month_closings
  for each row execute function refuse_change();
create trigger month_closings_stay_all before truncate on month_closings
  for each statement execute function refuse_change();

-- From when on the books are open: the end of the last month that was closed; null while none is. Whoever writes into the
-- books holds this lock together with others until the end of the transaction; whoever closes a month holds it alone, so
-- that nothing is on its way into the month.
create function open_books_from() returns timestamptz language plpgsql volatile as $$
begin
  perform pg_advisory_xact_lock_shared(2050019);
  return (select max(ends_at) from month_closings);
end $$;

create function close_books_alone() returns void language plpgsql volatile as $$
begin
  perform pg_advisory_xact_lock(2050019);
end $$;

create function refuse_closed_month() returns trigger language plpgsql as $$
declare
  at timestamptz := (to_jsonb(new) ->> tg_argv[0])::timestamptz;
begin
  if at < open_books_from() then
    raise exception 'the month of % is closed', at
      using errcode = 'check_violation', constraint = tg_table_name || '_in_open_month', table = tg_table_name;
  end if;
  return new;
end $$;
create trigger invoices_in_open_month before insert on invoices
  for each row execute function refuse_closed_month('issued_at');
create trigger ledger_in_open_month before insert on ledger
  for each row execute function refuse_closed_month('at');
create trigger orders_in_open_month_when_placed before insert on orders
  for each row when (new.paid_at is not null) execute function refuse_closed_month('paid_at');
create trigger orders_in_open_month before update of paid_at on orders
  for each row when (new.paid_at is not null and new.paid_at is distinct from old.paid_at)
  execute function refuse_closed_month('paid_at');

-- One month after the other: a month follows the one before it, and the first has nothing of the books before it.
create function check_order_of_closings() returns trigger language plpgsql as $$
declare
  last date := (select max(month) from month_closings where month <> new.month);
  begins timestamptz := new.month::timestamp at time zone 'Asia/Riyadh';
begin
  if (last is not null and new.month <> last + interval '1 month') or (last is null and (
      exists (select from invoices where issued_at < begins) or exists (select from ledger where at < begins))) then
    raise exception 'the month before % is not closed', new.month
      using errcode = 'check_violation', constraint = 'month_closings_in_order', table = 'month_closings';
  end if;
  return new;
end $$;
create trigger month_closings_in_order before insert on month_closings
  for each row execute function check_order_of_closings();

-- What a month's money and payments are added up by.
create index orders_by_payment on orders (paid_at) where paid_at is not null;
