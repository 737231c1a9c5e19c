-- The courses that somebody saved for later. Nobody else sees them, and nobody sees how many saved a course.
create table saved_courses (
  user_id integer not null references users on delete cascade,
  course_id integer not null references courses on delete cascade,
  created_at timestamptz not null,
  primary key (user_id, course_id)
);
create index saved_courses_newest on saved_courses (user_id, created_at desc, course_id desc);
create index saved_courses_of_course on saved_courses (course_id);
