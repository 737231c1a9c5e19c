-- A company's debit note is taken back once, too; its invoice can have several credit notes.
create unique index invoices_purchase_debits_taken_back_once on invoices (original_id)
  where kind = 'credit-note' and quote_id is not null and document #>> '{original,number}' like 'DN-%';
