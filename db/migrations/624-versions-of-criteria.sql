-- A criterion that is named anew asks something else: a score names the words that it was given for.
alter table trainer_criteria add column version integer not null default 1;
create table trainer_criterion_versions (
  criterion_id integer not null references trainer_criteria on delete cascade,
  version integer not null,
  name jsonb not null,
  primary key (criterion_id, version)
);
insert into trainer_criterion_versions (criterion_id, version, name) select id, version, name from trainer_criteria;

create trigger trainer_criteria_version before update on trainer_criteria for each row
  when (old.name is distinct from new.name) execute function raise_version();
create function keep_criterion_version() returns trigger language plpgsql as $$
begin
  insert into trainer_criterion_versions (criterion_id, version, name) values (new.id, new.version, new.name)
  on conflict do nothing;
  return null;
end $$;
create trigger keep_criterion_version after insert or update of name, version on trainer_criteria
  for each row execute function keep_criterion_version();

-- Of earlier scores it is not known whether the criterion had another name: they stand for the present one.
alter table lead_scores add column criterion_version integer not null default 1;
create function name_criterion_version() returns trigger language plpgsql as $$
begin
  new.criterion_version := (select version from trainer_criteria where id = new.criterion_id);
  return new;
end $$;
create trigger name_criterion_version before insert on lead_scores
  for each row execute function name_criterion_version();
