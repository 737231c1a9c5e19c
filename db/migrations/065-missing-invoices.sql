-- The hourly job finds paid orders without an invoice, and refunds without a credit note, without reading the others.
alter table orders add column is_invoiced boolean not null default false;
alter table refunds add column is_credited boolean not null default false;
update orders set is_invoiced = true where id in (select order_id from invoices where kind = 'invoice');
update refunds set is_credited = true where id in (select refund_id from invoices where refund_id is not null);

create function invoice_was_issued() returns trigger language plpgsql as $$
begin
  if new.kind = 'invoice' then
    update orders set is_invoiced = true where id = new.order_id;
  else
    update refunds set is_credited = true where id = new.refund_id;
  end if;
  return null;
end
$$;
create trigger invoices_are_known after insert on invoices
  for each row execute function invoice_was_issued();

create index orders_without_invoice on orders (paid_at, id) where paid_at is not null and not is_invoiced;
create index refunds_without_credit_note on refunds (done_at, id)
  where status = 'done' and of_seat and amount_halalas > 0 and not is_credited;

-- Parts of a total that have arrived, and mails of an address, which are deleted with its account.
create index transfers_in_parts on transfers (order_id) where received_halalas > 0;
create index messages_of_recipient on messages (recipient, created_at desc, id desc);
