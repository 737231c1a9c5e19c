-- Two people edit a specialization: each change raises its version, whoever makes it.
alter table specializations add column version integer not null default 1;
create function raise_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end
$$;
create trigger specializations_version before update on specializations for each row
  when ((old.name, old.summary, old.mark, old.colour, old.slug)
    is distinct from (new.name, new.summary, new.mark, new.colour, new.slug))
  execute function raise_version();
