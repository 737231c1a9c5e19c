-- An amount can be added to the invoice of a company's purchase, too: its document names the line.
alter table invoices drop constraint invoices_debits_of_orders;
