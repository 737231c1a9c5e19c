-- What staff decided about a text, for its author: the reason, until when a ban lasts, and the author's appeal. A removed
-- text is hidden until the time for an appeal is over; then it is deleted with its words.
create table moderation_decisions (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('post', 'postComment', 'articleComment')),
  subject_id integer not null,
  author_id integer references authors on delete cascade,
  decision text not null check (decision in ('keep', 'remove', 'ban')),
  -- Told to the author; empty once their account is erased.
  reason text not null,
  decided_by integer references users on delete set null,
  decided_at timestamptz not null,
  -- The text waits until then; null where nothing was removed, or nobody can appeal.
  appeal_until timestamptz,
  appeal text,
  appealed_at timestamptz,
  appeal_outcome text check (appeal_outcome in ('upheld', 'reversed')),
  appeal_answer text,
  appeal_decided_by integer references users on delete set null,
  appeal_decided_at timestamptz,
  -- When the words were deleted for good.
  purged_at timestamptz,
  check ((appeal_outcome is null) = (appeal_decided_at is null)),
  check (appeal_outcome is null or appealed_at is not null)
);
create index moderation_decisions_of_author on moderation_decisions (author_id, id desc);
create index moderation_decisions_by_staff on moderation_decisions (decided_by) where decided_by is not null;
create index moderation_appeals_by_staff on moderation_decisions (appeal_decided_by)
  where appeal_decided_by is not null;
create index moderation_appeals_open on moderation_decisions (appealed_at, id)
  where appealed_at is not null and appeal_decided_at is null;
create index moderation_decisions_to_purge on moderation_decisions (appeal_until)
  where purged_at is null and appealed_at is null and appeal_until is not null;

-- Until when an author may write nothing; null with `stopped_at` is without an end.
alter table authors add column stopped_until timestamptz;
create index authors_stopped_until on authors (stopped_until) where stopped_until is not null;

-- Words and links that hold a text for review. A word is folded as search folds it; a link is a host.
create table moderation_filters (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('word', 'link')),
  value text not null check (value <> ''),
  added_by integer references users on delete set null,
  added_at timestamptz not null,
  unique (kind, value)
);
create index moderation_filters_by_staff on moderation_filters (added_by) where added_by is not null;

alter table moderation_cases drop constraint moderation_cases_cause_check;
alter table moderation_cases add constraint moderation_cases_cause_check check (cause in ('reports', 'first-links', 'filter'));
-- What of the filter list was found in the text.
alter table moderation_cases add column matched text;
