-- What a member sent to stand at a post: facts that never change, beside the file's own row.
create table uploads (
  id uuid primary key references stored_files on delete cascade,
  kind text not null check (kind in ('image', 'video', 'file')),
  -- Under which it is saved.
  name text not null,
  -- The media type and the bytes of what is shown first: a picture's largest size.
  type text not null,
  size integer not null,
  width integer,
  height integer,
  -- A picture's sizes, the smallest first.
  widths integer[] not null default '{}',
  -- Of the content's pictures: the address of the file that it was made of.
  source text
);

-- A post has one at most, and an upload is at one post.
alter table posts add column upload_id uuid unique references uploads on delete set null;
-- What a picture shows, in its owner's words.
alter table posts add column upload_alt text check (length(upload_alt) between 1 and 300);
