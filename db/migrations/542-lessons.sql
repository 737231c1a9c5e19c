-- The lessons of a recorded course, in order. What learners read and see of each is part of the course's document.
create table lessons (
  id integer generated always as identity primary key,
  course_id integer not null references courses on delete cascade,
  -- In files; it never changes.
  key text not null check (key ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  position integer not null check (position >= 0),
  title jsonb not null,
  minutes integer not null check (minutes between 1 and 600),
  -- Anybody sees it on the page of the course.
  is_free boolean not null default false,
  -- Markdown.
  body jsonb,
  -- WebVTT by language.
  captions jsonb,
  quiz jsonb,
  unique (course_id, key)
);
create index lessons_in_order on lessons (course_id, position);
call shown_on_pages('lessons');

-- The video of a lesson, and the files that belong to it.
create table lesson_files (
  id integer generated always as identity primary key,
  lesson_id integer not null references lessons on delete cascade,
  kind text not null check (kind in ('video', 'file')),
  file_id uuid not null unique references stored_files on delete cascade,
  -- SHA-256: an import recognizes the file by it.
  hash text not null
);
create unique index lesson_files_one_video on lesson_files (lesson_id) where kind = 'video';
create index lesson_files_of_lesson on lesson_files (lesson_id, id);
call shown_on_pages('lesson_files');

-- How far a learner has come. Two devices write it: each value only grows.
create table lesson_progress (
  user_id integer not null references users on delete cascade,
  lesson_id integer not null references lessons on delete cascade,
  -- How far they have watched.
  seconds integer not null default 0 check (seconds >= 0),
  done_at timestamptz,
  -- The best result of the quiz.
  percent integer check (percent between 0 and 100),
  updated_at timestamptz not null,
  primary key (user_id, lesson_id)
);
create index lesson_progress_of_lesson on lesson_progress (lesson_id);
