-- A movement of the bank account pays an order or the purchase of a company.
alter table bank_line_uses
  alter column order_id drop not null,
  add column quote_id integer references quotes,
  add constraint bank_line_uses_of_one_sale check (num_nonnulls(order_id, quote_id) = 1);
create index bank_line_uses_of_quote on bank_line_uses (quote_id) where quote_id is not null;
