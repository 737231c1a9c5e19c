-- What each policy said, and since when: what somebody agreed to can be read as they read it. The database keeps the
-- versions itself, so that no way of changing a page leaves one out.
create table policy_versions (
  code text not null,
  version integer not null,
  valid_from timestamptz not null,
  -- Its title, description and the sections that visitors saw.
  content jsonb not null,
  primary key (code, version),
  unique (code, valid_from)
);

create function keep_policy_version() returns trigger language plpgsql as $$
declare
  last policy_versions;
  present jsonb := jsonb_build_object('title', new.title, 'description', new.description, 'sections', coalesce(
    (select jsonb_agg(section order by place) from jsonb_array_elements(new.sections) with ordinality as list (section, place)
      where section -> 'hidden' is null), '[]'));
begin
  -- A page that was only begun says nothing yet.
  if coalesce(new.title ->> 'ar', '') = '' then return null; end if;
  select * into last from policy_versions where code = new.code order by version desc limit 1;
  if last.content is not distinct from present then return null; end if;
  insert into policy_versions (code, version, valid_from, content)
  values (new.code, coalesce(last.version, 0) + 1,
    greatest(new.updated_at, last.valid_from + interval '1 millisecond'), present);
  return null;
end $$;
create trigger policy_versions_are_kept after insert or update of title, description, sections on pages
  for each row when (new.code in ('terms-conditions', 'privacy-policy', 'remote-teaching-policy', 'attendance-policy',
    'communication-policy', 'academic-integrity', 'property-rights-protection'))
  execute function keep_policy_version();

create function refuse_change_of_policy_version() returns trigger language plpgsql as $$
begin
  raise exception 'Versions of policies are never changed.' using errcode = 'restrict_violation';
end $$;
create trigger policy_versions_stay before update or delete on policy_versions
  for each row execute function refuse_change_of_policy_version();

call shown_on_pages('policy_versions');

insert into policy_versions (code, version, valid_from, content)
select code, 1, updated_at, jsonb_build_object('title', title, 'description', description, 'sections', sections)
from pages where code in ('terms-conditions', 'privacy-policy', 'remote-teaching-policy', 'attendance-policy',
  'communication-policy', 'academic-integrity', 'property-rights-protection');
