-- Whom a text names with `@…`, what members follow, and what they are told of it.

-- How a name is written after `@`, however it is spelled: `سارة القحطاني` and `ساره_القحطانى` are one.
create function mention_key(name text) returns text language sql immutable parallel safe
  return trim(both '_' from regexp_replace(ar_norm(name), '[^[:alnum:]]+', '_', 'g'));
create index users_by_mention_key on users (mention_key(user_name) text_pattern_ops);
-- The second and later words of a name, too.
create index users_by_mention_words on users using gin (mention_key(user_name) gin_trgm_ops);

-- The author's id by the name as it was written, without its `@`.
alter table posts add column mentions jsonb not null default '{}';
alter table comments add column mentions jsonb not null default '{}';

create table follows (
  user_id integer not null references users on delete cascade,
  post_id integer references posts on delete cascade,
  article_id integer references articles on delete cascade,
  -- False for what was given up: writing there again does not bring it back.
  is_on boolean not null,
  created_at timestamptz not null,
  check (num_nonnulls(post_id, article_id) = 1),
  unique nulls not distinct (user_id, post_id, article_id)
);
create index follows_of_post on follows (post_id, user_id) where is_on and post_id is not null;
create index follows_of_article on follows (article_id, user_id) where is_on and article_id is not null;

-- Who has no row here has chosen nothing yet: these are the defaults.
create table notification_settings (
  user_id integer primary key references users on delete cascade,
  mentions text not null default 'at-once' check (mentions in ('at-once', 'daily', 'none')),
  comments text not null default 'daily' check (comments in ('at-once', 'daily', 'none')),
  -- Whether one follows where one has written.
  follow_own boolean not null default true,
  -- When the last mail that goes out at once was written.
  last_mailed_at timestamptz
);

-- A member is told once of a text: a mention that comes with an edit takes the place of the comment's own notice.
create table notifications (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  kind text not null check (kind in ('mention', 'comment')),
  post_id integer references posts on delete cascade,
  comment_id integer references comments on delete cascade,
  created_at timestamptz not null,
  read_at timestamptz,
  -- How it goes out by mail, as its receiver had chosen when it was written.
  mail text check (mail in ('at-once', 'daily')),
  mailed_at timestamptz,
  check (num_nonnulls(post_id, comment_id) = 1),
  unique nulls not distinct (user_id, post_id, comment_id)
);
create index notifications_newest on notifications (user_id, created_at desc, id desc);
create index notifications_unread on notifications (user_id) where read_at is null;
create index notifications_to_mail on notifications (mail, user_id) where mail is not null and mailed_at is null;
create index notifications_of_post on notifications (post_id) where post_id is not null;
create index notifications_of_comment on notifications (comment_id) where comment_id is not null;
create index notifications_old on notifications (created_at) where kind = 'comment';

-- Whose summary of which day is written: two servers, or one that begins again, write it once.
create table digests (
  user_id integer not null references users on delete cascade,
  day date not null,
  primary key (user_id, day)
);
create index digests_old on digests (day);

-- What a provider needs besides the mail itself: how its receiver gets no more of them.
alter table messages add column unsubscribe_url text;
