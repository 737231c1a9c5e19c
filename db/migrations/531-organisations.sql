-- Partners and clients as staff edit them: one is hidden until it has a logo, or while staff want it so.
alter table organisations add column id integer generated always as identity unique;
alter table organisations add column hidden boolean not null default false;
alter table organisations add column version integer not null default 1;
alter table organisations add column english_made_from jsonb not null default '{}';
create trigger organisations_version before update on organisations for each row
  when ((old.name, old.logo, old.link, old.hidden, old.english_made_from)
    is distinct from (new.name, new.logo, new.link, new.hidden, new.english_made_from))
  execute function raise_version();
