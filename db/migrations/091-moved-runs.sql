-- When the run began before it was moved: the mail to its learners names both.
alter table run_actions add column former_start timestamptz;
