-- Money at the payment provider, or in the bank account, that bought no order: staff attach it to an order or send it
-- back. The ledger holds what orders received; these rows hold the rest.
alter table stray_payments rename to unmatched_payments;
alter table unmatched_payments
  add column id uuid not null default gen_random_uuid() unique,
  -- unmatched: it belongs to no order. duplicate: a second payment on one payment page. excess: what a transfer was more.
  add column kind text not null default 'unmatched' check (kind in ('unmatched', 'duplicate', 'excess')),
  -- The order that it was paid for, or attached to.
  add column order_id uuid references orders,
  add column status text not null default 'open' check (status in ('open', 'attached', 'sending', 'returned')),
  -- Sent outside the provider, with the bank's reference.
  add column by_hand boolean not null default false,
  add column bank_reference text,
  add column note text,
  -- The provider's reason for not sending it.
  add column failure_reason text,
  add column decided_by integer references users,
  add column decided_at timestamptz,
  add constraint unmatched_payments_order check (kind = 'unmatched' or order_id is not null),
  add constraint unmatched_payments_attached check (status <> 'attached' or order_id is not null),
  add constraint unmatched_payments_by_hand check (not by_hand or (status = 'returned' and bank_reference is not null));
create index unmatched_payments_newest on unmatched_payments (seen_at desc, id desc);

-- A refund of which nobody knows whether it was sent counts as sent.
create or replace function check_refunds() returns trigger language plpgsql as $$
declare
  paid integer;
begin
  select paid_halalas into paid from payment_attempts where id = new.attempt_id for no key update;
  if (select coalesce(sum(amount_halalas), 0) from refunds
      where attempt_id = new.attempt_id and status in ('sending', 'unclear', 'done')) > coalesce(paid, 0) then
    raise exception 'the refunds of the payment % are more than was paid', new.attempt_id
      using errcode = 'check_violation', constraint = 'refunds_at_most_paid', table = 'refunds';
  end if;
  return null;
end $$;
drop trigger refunds_at_most_paid on refunds;
create constraint trigger refunds_at_most_paid after insert or update of status, amount_halalas, attempt_id on refunds
  for each row when (new.attempt_id is not null and new.status in ('sending', 'unclear', 'done'))
  execute function check_refunds();
