-- The CV that an application of a trainer brought; gone once the application is erased.
alter table leads add column cv_file uuid references stored_files on delete set null;
create index leads_of_cv on leads (cv_file) where cv_file is not null;
