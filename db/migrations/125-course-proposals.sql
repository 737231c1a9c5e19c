-- What trainers propose for their courses. An editor accepts it or refuses it with a reason.

create table course_proposals (
  id integer generated always as identity primary key,
  course_id integer not null references courses on delete cascade,
  -- As an edit: the changed fields with the values that the trainer read.
  changes jsonb not null,
  proposed_by integer not null references users on delete cascade,
  proposed_at timestamptz not null,
  decided_at timestamptz,
  decided_by integer references users on delete set null,
  is_accepted boolean,
  -- Why it was refused.
  reason text,
  check ((decided_at is null) = (is_accepted is null))
);
-- One at a time of each trainer: the next one takes its place.
create unique index course_proposals_open on course_proposals (course_id, proposed_by) where decided_at is null;
create index course_proposals_waiting on course_proposals (proposed_at) where decided_at is null;
create index course_proposals_newest on course_proposals (course_id, proposed_by, id desc);

-- A proposal never was a draft.
alter table drafts drop column is_proposal;
