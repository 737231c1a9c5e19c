-- What each purchase of a company still owes: its invoice and debit notes, less credit notes and what was paid. Below zero,
-- what is to be sent back. Kept by triggers, so that nobody adds up all purchases to find those that are overdue.
create table purchase_balances (
  quote_id integer primary key references quotes on delete cascade,
  due_halalas bigint not null,
  -- When it is to be paid.
  due_at timestamptz not null
);
create index purchase_balances_owed on purchase_balances (due_at, quote_id) where due_halalas > 0;
create index purchase_balances_overpaid on purchase_balances (due_at, quote_id) where due_halalas < 0;

create function add_to_purchase(quote integer, halalas bigint) returns void language sql as $$
  insert into purchase_balances (quote_id, due_halalas, due_at)
  select id, halalas, coalesce(answered_at, created_at) + payment_days * interval '1 day' from quotes where id = quote
  on conflict (quote_id) do update set due_halalas = purchase_balances.due_halalas + excluded.due_halalas
$$;

create function purchase_document_was_issued() returns trigger language plpgsql as $$
begin
  perform add_to_purchase(new.quote_id, case new.kind when 'credit-note' then -1 else 1 end
    * (new.document #>> '{totals,totalHalalas}')::bigint);
  return null;
end
$$;
create trigger purchase_balances_follow_documents after insert on invoices for each row
  when (new.quote_id is not null) execute function purchase_document_was_issued();

create function purchase_was_paid() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    perform add_to_purchase(old.quote_id,
      case old.kind when 'returned' then -old.amount_halalas else old.amount_halalas end);
  end if;
  if tg_op <> 'DELETE' then
    perform add_to_purchase(new.quote_id,
      case new.kind when 'returned' then new.amount_halalas else -new.amount_halalas end);
  end if;
  return null;
end
$$;
create trigger purchase_balances_follow_payments
  after insert or delete or update of quote_id, kind, amount_halalas on company_payments
  for each row execute function purchase_was_paid();

select add_to_purchase(quote_id, case kind when 'credit-note' then -1 else 1 end
  * (document #>> '{totals,totalHalalas}')::bigint) from invoices where quote_id is not null;
select add_to_purchase(quote_id, case kind when 'returned' then amount_halalas else -amount_halalas end)
from company_payments;
