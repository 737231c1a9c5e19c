-- The bank of a company can dispute the card payment of its purchase, too. See docs/decisions/0126.
alter table chargebacks
  alter column order_id drop not null,
  alter column attempt_id drop not null,
  add column quote_id integer references quotes,
  add column purchase_attempt_id uuid references purchase_attempts,
  -- Of a lost one of a purchase: the entry that books the money.
  add column company_payment_id integer references company_payments,
  drop constraint chargebacks_check,
  add constraint chargebacks_of_one_payment check (
    num_nonnulls(order_id, quote_id) = 1 and (order_id is null) = (attempt_id is null)
    and (quote_id is null) = (purchase_attempt_id is null)) not valid,
  add constraint chargebacks_booked_when_lost check (
    (status = 'lost') = (num_nonnulls(refund_id, company_payment_id) = 1)) not valid;
alter table chargebacks validate constraint chargebacks_of_one_payment;
alter table chargebacks validate constraint chargebacks_booked_when_lost;
create index chargebacks_of_quote on chargebacks (quote_id) where quote_id is not null;
create index chargebacks_of_company_payment on chargebacks (company_payment_id) where company_payment_id is not null;
create index chargebacks_of_purchase_attempt on chargebacks (purchase_attempt_id) where purchase_attempt_id is not null;
create unique index chargebacks_of_purchase_open on chargebacks (purchase_attempt_id)
  where purchase_attempt_id is not null and status in ('open', 'answered');

-- Money that goes back to a company is due again only when its bank took it: from then on it has the days of its quote.
create or replace function purchase_was_paid() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    perform add_to_purchase(old.quote_id,
      case old.kind when 'returned' then -old.amount_halalas else old.amount_halalas end);
  end if;
  if tg_op = 'INSERT' and new.kind = 'returned' then
    update purchase_balances b set due_at = new.at + q.payment_days * interval '1 day'
    from quotes q
    where b.quote_id = new.quote_id and q.id = b.quote_id and b.due_halalas <= 0
      and b.due_halalas + new.amount_halalas > 0;
  end if;
  if tg_op <> 'DELETE' then
    perform add_to_purchase(new.quote_id,
      case new.kind when 'returned' then new.amount_halalas else -new.amount_halalas end);
  end if;
  return null;
end
$$;
