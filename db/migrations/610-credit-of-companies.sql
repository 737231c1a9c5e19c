-- What one purchase of a company has too much pays another: an entry of each, by the method `credit`. See docs/decisions/0139.
alter table company_payments
  drop constraint company_payments_method_check,
  add constraint company_payments_method_check check (method in ('transfer', 'cash', 'card', 'credit')) not valid;
alter table company_payments validate constraint company_payments_method_check;
