-- When staff added the lesson. Null of those that are older than this column, or were loaded from files: these are no news
-- to anybody.
alter table lessons add column created_at timestamptz;

-- Who bought a recorded course before it had lessons, and was told that it has them now.
create table told_of_lessons (
  user_id integer not null references users on delete cascade,
  course_id integer not null references courses on delete cascade,
  told_at timestamptz not null,
  primary key (user_id, course_id)
);
create index told_of_lessons_of_course on told_of_lessons (course_id);
