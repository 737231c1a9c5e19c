-- Courses that staff edit: versions, schedules of publication, the archive, and which English texts are behind.

-- How many texts have Arabic but no English. Texts are {"ar": "…", "en": "…"}, at any depth; quotes within a text are
-- escaped, so that the pattern only meets whole objects.
create function english_missing(variadic parts jsonb[]) returns integer language sql immutable parallel safe as $$
  select coalesce(sum(regexp_count(part::text, '\{"ar": "(?:\\.|[^"\\])+"\}')), 0)::integer from unnest(parts) as part
$$;

alter table courses
  add column version integer not null default 1,
  -- When a job publishes it; null when that is not planned.
  add column publish_at timestamptz,
  add column archived_at timestamptz,
  add column cover_alt jsonb,
  -- By the hash of each English text: the hashes of the Arabic texts that it was made from.
  add column english_made_from jsonb not null default '{}',
  -- The texts whose Arabic changed after the English was made, as paths: outline.0.title
  add column english_stale text[] not null default '{}',
  add column english_missing integer not null default 0,
  add constraint courses_publication check (num_nonnulls(published_at, publish_at, archived_at) <= 1);

create function count_missing_english() returns trigger language plpgsql as $$
begin
  new.english_missing := english_missing(new.name, new.summary, new.description, new.outcomes, new.prerequisites,
    new.audience, new.outline, new.certificate, new.faq, new.seo, new.cover_alt);
  return new;
end $$;
create trigger count_missing_english before insert or update of name, summary, description, outcomes, prerequisites,
  audience, outline, certificate, faq, seo, cover_alt on courses for each row execute function count_missing_english();
-- Without the triggers that follow a changed course: nothing of it changes that others show.
alter table courses disable trigger user;
update courses set english_missing = english_missing(name, summary, description, outcomes, prerequisites, audience,
  outline, certificate, faq, seo, cover_alt);
alter table courses enable trigger user;

create index courses_changed on courses (updated_at desc, id desc);
create index courses_due on courses (publish_at) where publish_at is not null;
create index courses_found_by_staff on courses using gin
  (ar_norm((name ->> 'ar') || ' ' || coalesce(name ->> 'en', '') || ' ' || slug) gin_trgm_ops);

-- What staff are writing and nobody else sees: of each record the changed fields with the value that they replace.
create table drafts (
  kind text not null check (kind in ('course', 'article', 'page')),
  key text not null,
  -- The record's version when the draft was begun.
  base_version integer not null,
  version integer not null default 1,
  changes jsonb not null,
  -- By somebody who may only propose.
  is_proposal boolean not null default false,
  updated_by integer references users on delete set null,
  updated_at timestamptz not null,
  primary key (kind, key)
);

-- What a record was at each of its versions.
create table revisions (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('course', 'article', 'page')),
  key text not null,
  version integer not null,
  content jsonb not null,
  -- The command that made it.
  because text not null,
  user_id integer references users on delete set null,
  at timestamptz not null,
  unique (kind, key, version)
);

-- Only a deleted account may be taken out of a revision.
create function refuse_change_of_revision() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.user_id is null and (to_jsonb(new) - 'user_id') = (to_jsonb(old) - 'user_id') then
    return new;
  end if;
  raise exception 'Revisions are never changed.' using errcode = 'restrict_violation';
end $$;
create trigger revisions_are_kept before update or delete on revisions
  for each row execute function refuse_change_of_revision();
