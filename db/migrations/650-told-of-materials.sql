-- When the learners of a run were told of a file: those that are new are told of in one mail.
alter table run_materials add column told_at timestamptz;
update run_materials set told_at = added_at;
