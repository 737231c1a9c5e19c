-- Two people edit the settings of the institute: each change raises the version, whoever makes it.
alter table institute add column version integer not null default 1;
create function institute_changed() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end
$$;
create trigger institute_version before update on institute for each row
  when (old.data is distinct from new.data) execute function institute_changed();
