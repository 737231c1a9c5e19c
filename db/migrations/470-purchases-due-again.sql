-- Where nothing was left to pay, an amount that is added later is due as many days after its note as the quote says, not
-- on the day of the invoice, which may be long over.
create or replace function purchase_document_was_issued() returns trigger language plpgsql as $$
declare
  halalas bigint := case new.kind when 'credit-note' then -1 else 1 end * (new.document #>> '{totals,totalHalalas}')::bigint;
begin
  if new.kind = 'debit-note' then
    update purchase_balances b set due_at = new.issued_at + q.payment_days * interval '1 day'
    from quotes q
    where b.quote_id = new.quote_id and q.id = b.quote_id and b.due_halalas <= 0 and b.due_halalas + halalas > 0;
  end if;
  perform add_to_purchase(new.quote_id, halalas);
  return null;
end
$$;
