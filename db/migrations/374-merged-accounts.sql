-- An address of an account that was merged into another one: who signs in with it is led there.
create table former_addresses (
  email text primary key check (email = lower(email)),
  user_id integer not null references users on delete cascade,
  merged_at timestamptz not null
);
create index former_addresses_of_user on former_addresses (user_id);

-- Copies of a person's data that staff asked for. The file is theirs and goes after a week, or with the account.
create table data_files (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  asked_by integer references users on delete set null,
  asked_at timestamptz not null,
  reason text not null check (reason in ('request', 'authority')),
  file_id uuid references stored_files on delete set null,
  ready_at timestamptz
);
create index data_files_of_user on data_files (user_id, id desc);
create index data_files_of_staff on data_files (asked_by) where asked_by is not null;
create index data_files_by_file on data_files (file_id) where file_id is not null;
create index data_files_by_age on data_files (ready_at) where file_id is not null;

alter table stored_files drop constraint stored_files_purpose_check;
alter table stored_files add constraint stored_files_purpose_check check (purpose in ('post', 'cv', 'receipt', 'archive'));
