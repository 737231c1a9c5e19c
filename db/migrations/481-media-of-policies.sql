-- What a policy showed in one of its versions is shown to whoever agreed to it: as an earlier version of its page.
create function note_policy_media() returns trigger language plpgsql as $$
begin
  insert into media_uses (address, source, record)
  select distinct parts[1], 'revision', 'page:' || new.code
  from regexp_matches(new.content::text, '/media/[\w-]+/[\w.-]*\w', 'g') as parts
  on conflict do nothing;
  return null;
end $$;
create trigger note_policy_media after insert on policy_versions for each row execute function note_policy_media();

insert into media_uses (address, source, record)
select distinct parts[1], 'revision', 'page:' || code
from policy_versions, regexp_matches(content::text, '/media/[\w-]+/[\w.-]*\w', 'g') as parts
on conflict do nothing;
