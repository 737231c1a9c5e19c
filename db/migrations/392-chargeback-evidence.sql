-- A file to what staff wrote about a chargeback: a document that was sent as evidence, or a letter of the bank. It is a
-- record of the accounts like the note, and stays as long.
alter table chargeback_notes add column file_id uuid references stored_files on delete set null;
create index chargeback_notes_by_file on chargeback_notes (file_id) where file_id is not null;

alter table stored_files drop constraint stored_files_purpose_check;
alter table stored_files add constraint stored_files_purpose_check
  check (purpose in ('post', 'cv', 'receipt', 'archive', 'evidence'));
