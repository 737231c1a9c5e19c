-- The media library: pictures, drawings and films of the institute, and which records show them.
create table media (
  id integer generated always as identity primary key,
  -- As pages and texts name it: /media/<folder>/<name>.
  address text not null unique check (address ~ '^/media/[\w-]+/[\w.-]+$'),
  folder text not null generated always as (split_part(address, '/', 3)) stored,
  kind text not null check (kind in ('picture', 'drawing', 'film')),
  -- What the sender called it.
  file_name text not null check (length(file_name) between 1 and 400),
  -- In pixels; null for a drawing, which fits every size.
  width integer,
  height integer,
  -- Of the file that was sent; null where it is not in storage.
  bytes bigint,
  -- SHA-256 of the file that was sent: the same file is the same picture.
  hash text,
  alt jsonb,
  -- The point that a cut keeps, from 0 (left, top) to 1 (right, bottom).
  focus_x real not null default 0.5 check (focus_x between 0 and 1),
  focus_y real not null default 0.5 check (focus_y between 0 and 1),
  -- The file as it was sent, from which others are cut. Null for one that came with the content: its address has it.
  original_file uuid references stored_files on delete set null,
  -- A part of another picture in the shape of a place, and which part: cut once for each.
  cut_from integer references media on delete cascade,
  shape text check (shape in ('cover', 'portrait')),
  cut jsonb,
  uploaded_by integer references users on delete set null,
  created_at timestamptz not null,
  replaced_by integer references media on delete set null,
  -- Taken out of the library; its files are deleted later, unless something shows it again.
  dropped_at timestamptz,
  version integer not null default 1,
  search_text text not null generated always as
    (' ' || ar_norm(file_name || ' ' || coalesce(alt ->> 'ar', '') || ' ' || coalesce(alt ->> 'en', ''))) stored,
  check (num_nonnulls(cut_from, shape, cut) in (0, 3))
);
create index media_folder on media (folder);
create index media_list on media (id desc) where cut_from is null and dropped_at is null;
create index media_without_alt on media (id desc) where cut_from is null and dropped_at is null and alt is null;
create index media_dropped on media (dropped_at) where dropped_at is not null;
create index media_found on media using gin (search_text gin_trgm_ops);
create index media_hash on media (hash) where cut_from is null;
-- Two that send the same file at once.
create unique index media_sent_once on media (hash) where original_file is not null and cut_from is null;
create unique index media_cuts on media (cut_from, shape, cut);
create index media_original on media (original_file) where original_file is not null;
create index media_uploader on media (uploaded_by) where uploaded_by is not null;
create index media_replaced on media (replaced_by) where replaced_by is not null;

-- Pages show the alternative text where the record has none; a picture that nobody uses yet changes no page.
create trigger tell_pages after update on media for each row
  when (old.alt is distinct from new.alt) execute function tell_pages();

alter table stored_files drop constraint stored_files_purpose_check;
alter table stored_files add constraint stored_files_purpose_check
  check (purpose in ('post', 'cv', 'receipt', 'archive', 'evidence', 'media')) not valid;
alter table stored_files validate constraint stored_files_purpose_check;

-- Which record names which address. Kept by triggers, so that imports, the desk and jobs need not think of it.
create table media_uses (
  address text not null,
  folder text not null generated always as (split_part(address, '/', 3)) stored,
  -- The kind of record, and its key: of drafts and revisions also the kind of what they are of.
  source text not null,
  record text not null,
  primary key (address, source, record)
);
create index media_uses_folder on media_uses (folder);
create index media_uses_record on media_uses (source, record);

-- Arguments: the source, the columns of the key, the columns that may name addresses.
create function note_media_uses() returns trigger language plpgsql as $$
declare
  one jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
  record_key text := (select string_agg(one ->> name, ':' order by place)
    from unnest(string_to_array(tg_argv[1], ',')) with ordinality as keys (name, place));
  held text := case when tg_op = 'DELETE' then '' else
    (select string_agg(one ->> name, ' ') from unnest(string_to_array(tg_argv[2], ',')) as columns (name)) end;
  named text[] := array(
    select distinct parts[1] from regexp_matches(coalesce(held, ''), '/media/[\w-]+/[\w.-]*\w', 'g') as parts);
begin
  -- What a revision names stays named: revisions never change.
  if tg_op <> 'INSERT' then
    delete from media_uses where source = tg_argv[0] and record = record_key and address <> all (named);
  end if;
  insert into media_uses (address, source, record)
  select address, tg_argv[0], record_key from unnest(named) as address
  on conflict do nothing;
  return null;
end $$;

create trigger note_media_uses after insert or delete or update of cover, description on courses
  for each row execute function note_media_uses('course', 'id', 'cover,description');
create trigger note_media_uses after insert or delete or update of cover, body on articles
  for each row execute function note_media_uses('article', 'id', 'cover,body');
create trigger note_media_uses after insert or delete or update of picture on trainers
  for each row execute function note_media_uses('trainer', 'id', 'picture');
create trigger note_media_uses after insert or delete or update of image, video, sections on pages
  for each row execute function note_media_uses('page', 'code', 'image,video,sections');
create trigger note_media_uses after insert or delete or update of logo on organisations
  for each row execute function note_media_uses('organisation', 'kind,key', 'logo');
create trigger note_media_uses after insert or delete or update of user_picture on reviews
  for each row execute function note_media_uses('review', 'id', 'user_picture');
create trigger note_media_uses after insert or delete or update of picture on authors
  for each row execute function note_media_uses('author', 'id', 'picture');
create trigger note_media_uses after insert or delete or update of changes on drafts
  for each row execute function note_media_uses('draft', 'kind,key', 'changes');
create trigger note_media_uses after insert on revisions
  for each row execute function note_media_uses('revision', 'kind,key', 'content');

-- What is named already. Of a large institute these are some thousand rows.
insert into media_uses (address, source, record)
select distinct found[1], source, record from (
  select 'course' as source, id::text as record, concat_ws(' ', cover, description) as held from courses
  union all select 'article', id::text, concat_ws(' ', cover, body) from articles
  union all select 'trainer', id::text, picture from trainers
  union all select 'page', code, concat_ws(' ', image, video, sections) from pages
  union all select 'organisation', kind || ':' || key, logo from organisations
  union all select 'review', id::text, user_picture from reviews
  union all select 'author', id::text, picture from authors
  union all select 'draft', kind || ':' || key, changes::text from drafts
  union all select 'revision', kind || ':' || key, content::text from revisions
) as named, regexp_matches(coalesce(held, ''), '/media/[\w-]+/[\w.-]*\w', 'g') as found;
