-- Money of companies is dated into open months only, as all of the books.
create trigger company_payments_in_open_month before insert on company_payments
  for each row execute function refuse_closed_month('at');
