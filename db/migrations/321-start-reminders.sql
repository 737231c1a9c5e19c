-- How often the run of an order had been moved when its learner was reminded of its start; null before that. An order that
-- goes to another run begins anew.
alter table orders add column reminded_moves integer;

create function order_has_another_run() returns trigger language plpgsql as $$
begin
  new.reminded_moves := null;
  return new;
end
$$;
create trigger reminders_begin_anew before update of schedule_id on orders for each row
  when (new.schedule_id is distinct from old.schedule_id) execute function order_has_another_run();

-- Of the runs that begin within two days; nobody is reminded of an earlier one.
update orders set reminded_moves = s.moves from schedules s
where s.id = orders.schedule_id and s.starts_at between now() and now() + interval '2 days' and orders.status = 'paid'
  and exists (select from messages m
    where m.about = 'run-starting:' || orders.id || case when s.moves = 0 then '' else ':' || s.moves end);

create index orders_to_remind on orders (schedule_id, coalesce(reminded_moves, -1)) where status = 'paid';
