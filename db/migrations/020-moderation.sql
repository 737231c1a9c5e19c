-- What members do to each other's writing, and what staff decide about it.

-- A post that its author has taken back can be brought back for a while; then it is gone for good.
alter table posts drop constraint posts_state_check;
alter table posts add constraint posts_state_check check (state in ('shown', 'waiting', 'hidden', 'removed'));
alter table posts add column removed_at timestamptz;
alter table posts add column state_before text check (state_before in ('shown', 'waiting', 'hidden'));
create index posts_removed on posts (removed_at) where state = 'removed';

-- Counted up with each change of the words, so that of two people who edit at once the second is told.
alter table posts add column version integer not null default 1;
alter table comments add column version integer not null default 1;

-- Something that staff decide: reported by members, or held back before anybody saw it.
create table moderation_cases (
  id integer generated always as identity primary key,
  post_id integer references posts on delete cascade,
  comment_id integer references comments on delete cascade,
  cause text not null check (cause in ('reports', 'first-links')),
  opened_at timestamptz not null,
  decided_at timestamptz,
  check (num_nonnulls(post_id, comment_id) = 1)
);
create unique index moderation_cases_open on moderation_cases (post_id, comment_id) nulls not distinct
  where decided_at is null;
create index moderation_cases_waiting on moderation_cases (opened_at, id) where decided_at is null;
create index moderation_cases_of_comment on moderation_cases (comment_id) where comment_id is not null;

create table reports (
  case_id integer not null references moderation_cases on delete cascade,
  reporter_id integer not null references users on delete cascade,
  reason text not null check (length(reason) between 1 and 1000),
  created_at timestamptz not null,
  primary key (case_id, reporter_id)
);
create index reports_of_reporter on reports (reporter_id);

-- Who did what to whose writing. Never the words themselves: what is deleted leaves none.
create table moderation_events (
  id integer generated always as identity primary key,
  at timestamptz not null,
  -- Null is the product itself: by three reports, or a rule.
  actor_id integer references users on delete set null,
  action text not null check (action in ('held', 'hidden', 'kept', 'removed')),
  kind text not null check (kind in ('post', 'postComment', 'articleComment')),
  subject_id integer not null,
  author_id integer references authors on delete set null
);
create index moderation_events_of_subject on moderation_events (kind, subject_id);
create index moderation_events_of_author on moderation_events (author_id, at desc);

-- Since when staff let an author write nothing more.
alter table authors add column stopped_at timestamptz;
