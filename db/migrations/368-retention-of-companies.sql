-- Contacts of companies and named employees are personal data with an end of storage.
alter table company_contacts add column created_at timestamptz not null default now();
alter table quotes add column contact_erased_at timestamptz;
-- What is left to erase: the job of each night reads nothing else.
create index quotes_with_contact on quotes ((coalesce(answered_at, sent_at, created_at))) where contact_erased_at is null;
create index company_seats_with_names on company_seats (schedule_id) where person_email is not null;
