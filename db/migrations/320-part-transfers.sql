-- A part of a total, once its money is booked or was sent back, is not looked at again by the job that refunds parts.
alter table transfers add column is_settled boolean not null default false;

create function transfer_was_settled() returns trigger language plpgsql as $$
begin
  update transfers set is_settled = new.status not in ('created', 'abandoned', 'failed')
  where order_id = new.order_id and received_halalas > 0;
  return null;
end
$$;
create trigger transfers_follow_attempts after update of status on payment_attempts for each row
  when (new.provider = 'transfer' and new.status is distinct from old.status) execute function transfer_was_settled();

update transfers set is_settled = true from payment_attempts
where payment_attempts.order_id = transfers.order_id and provider = 'transfer' and received_halalas > 0
  and status not in ('created', 'abandoned', 'failed');

drop index transfers_in_parts;
create index transfers_in_parts on transfers (order_id) where received_halalas > 0 and not is_settled;
