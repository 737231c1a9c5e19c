-- Files of the institute for the learners of a run or of a recorded course.
alter table stored_files drop constraint stored_files_purpose_check;
alter table stored_files add constraint stored_files_purpose_check
  check (purpose in ('post', 'cv', 'receipt', 'archive', 'evidence', 'media', 'material', 'lesson')) not valid;
alter table stored_files validate constraint stored_files_purpose_check;

-- What the trainer or the desk gives the learners of a run.
create table run_materials (
  id integer generated always as identity primary key,
  schedule_id integer not null references schedules on delete cascade,
  file_id uuid not null unique references stored_files on delete cascade,
  -- What learners read instead of the file's name.
  title text check (length(title) between 1 and 200),
  added_at timestamptz not null,
  added_by integer references users on delete set null
);
create index run_materials_of_run on run_materials (schedule_id, id);
create index run_materials_by_person on run_materials (added_by) where added_by is not null;
