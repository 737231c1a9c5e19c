-- A request for technical help is an enquiry of its own kind.
alter table leads drop constraint leads_kind_check;
alter table leads add constraint leads_kind_check
  check (kind in ('contact', 'support', 'complaint', 'quote', 'partnership', 'trainer'));
