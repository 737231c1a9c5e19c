-- A comment can answer another one on the same subject. Order and paging stay as they are: an answer names what it answers.
alter table comments add column reply_to integer references comments on delete set null;
create index comments_replies on comments (reply_to) where reply_to is not null;

-- To whoever wrote the answered comment, a notice of a mention says that it is an answer.
alter table notifications add column is_reply boolean not null default false;

-- Who finds what useful: each person once, and never their own text, which the command sees to.
create table useful_marks (
  user_id integer not null references users on delete cascade,
  post_id integer references posts on delete cascade,
  comment_id integer references comments on delete cascade,
  created_at timestamptz not null,
  check (num_nonnulls(post_id, comment_id) = 1),
  unique nulls not distinct (user_id, post_id, comment_id)
);
create index useful_marks_of_post on useful_marks (post_id) where post_id is not null;
create index useful_marks_of_comment on useful_marks (comment_id) where comment_id is not null;

-- Kept by the trigger below.
alter table posts add column useful_count integer not null default 0;
alter table comments add column useful_count integer not null default 0;

create function useful_mark_was_written() returns trigger language plpgsql as $$
declare
  mark useful_marks := case tg_op when 'DELETE' then old else new end;
  more integer := case tg_op when 'DELETE' then -1 else 1 end;
begin
  update posts set useful_count = useful_count + more where id = mark.post_id;
  update comments set useful_count = useful_count + more where id = mark.comment_id;
  return null;
end
$$;
create trigger useful_marks_are_counted after insert or delete on useful_marks
  for each row execute function useful_mark_was_written();
