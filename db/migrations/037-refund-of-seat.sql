-- Once it is done: whether it gave back what had bought the seat, of which an invoice speaks.
alter table refunds add column of_seat boolean;
update refunds set of_seat = true where status = 'done';
