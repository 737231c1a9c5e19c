-- Two people may edit a trainer at the same time.
alter table trainers add column version integer not null default 1;
create trigger trainers_version before update on trainers for each row
  when (old.* is distinct from new.*) execute function raise_version();
