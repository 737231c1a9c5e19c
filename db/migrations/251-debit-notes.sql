-- Debit notes: an amount that is added to an invoice after the sale. A wrong one is taken back by a credit note of its own,
-- which belongs to no refund.
alter table invoice_counters
  add column debit_notes integer not null default 0,
  drop constraint if exists invoice_counters_check,
  add constraint invoice_counters_of_kinds check (documents = invoices + credit_notes + debit_notes);
alter table invoices
  drop constraint invoices_kind_check,
  add constraint invoices_kind_check check (kind in ('invoice', 'credit-note', 'debit-note')),
  drop constraint if exists invoices_check,
  drop constraint if exists invoices_credit_one,
  add constraint invoices_notes_have_original check ((kind = 'invoice') = (original_id is null)),
  add constraint invoices_refunds_are_credited check (refund_id is null or (kind = 'credit-note' and order_id is not null)),
  add constraint invoices_debits_of_orders check (kind <> 'debit-note' or order_id is not null);
-- A debit note is taken back once.
create unique index invoices_taken_back_once on invoices (original_id)
  where kind = 'credit-note' and refund_id is null and order_id is not null;
