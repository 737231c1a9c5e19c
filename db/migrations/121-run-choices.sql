-- Of the orders of a cancelled run whose learners are moved to another one: those that are refunded instead.
alter table run_action_items add column wants_refund boolean not null default false;

-- Staff may take somebody off the list, and say why.
alter table waiting_places add column removed_because text check (removed_because is null or left_at is not null);
