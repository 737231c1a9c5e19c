-- Texts in both languages are {"ar": "…", "en": "…"}.

create table specializations (
  id integer generated always as identity primary key,
  key text not null unique,
  parent_id integer references specializations on delete cascade,
  slug text unique,
  name jsonb not null,
  summary jsonb,
  mark text,
  colour text,
  position integer not null default 0
);

create table trainers (
  id integer generated always as identity primary key,
  key text not null unique,
  user_id integer references users on delete set null,
  name jsonb not null,
  title jsonb not null,
  bio jsonb not null,
  picture text
);

create table courses (
  id integer generated always as identity primary key,
  key text not null unique,
  slug text not null unique,
  specialization_id integer not null references specializations,
  sub_specialization_id integer references specializations,
  category smallint not null check (category in (1, 2, 3)),
  level smallint not null check (level in (1, 2, 3)),
  delivery_method smallint not null check (delivery_method in (1, 2, 3)),
  hours numeric(6, 1) not null check (hours > 0),
  price_halalas integer not null check (price_halalas >= 0),
  old_price_halalas integer check (old_price_halalas > price_halalas),
  vat_treatment text not null default 'standard' check (vat_treatment in ('standard', 'zero', 'exempt')),
  name jsonb not null,
  summary jsonb not null,
  description jsonb not null,
  outcomes jsonb not null,
  prerequisites jsonb not null,
  audience jsonb not null,
  outline jsonb not null,
  certificate jsonb not null,
  faq jsonb not null,
  seo jsonb not null,
  licence text,
  cover text not null,
  preview_video text,
  published_at timestamptz,
  updated_at timestamptz not null default now()
);
create index courses_of_specialization on courses (specialization_id);
create index courses_newest on courses (published_at desc, id desc);

create table former_slugs (
  slug text primary key,
  course_id integer not null references courses on delete cascade
);

create table course_trainers (
  course_id integer not null references courses on delete cascade,
  trainer_id integer not null references trainers on delete cascade,
  position integer not null default 0,
  primary key (course_id, trainer_id)
);

-- A dated run of a course. Seats left are never stored: they are counted from orders.
create table schedules (
  id integer generated always as identity primary key,
  course_id integer not null references courses on delete cascade,
  key text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  weekdays text[] not null,
  from_time text not null,
  to_time text not null,
  city jsonb,
  venue jsonb,
  seats integer not null check (seats > 0),
  held_seats integer not null default 0 check (held_seats between 0 and seats),
  enrolment_opens_at timestamptz,
  enrolment_closes_at timestamptz not null,
  price_halalas integer check (price_halalas >= 0),
  unique (course_id, key)
);
create index schedules_by_start on schedules (course_id, starts_at);

create table reviews (
  id integer generated always as identity primary key,
  key text unique,
  course_id integer not null references courses on delete cascade,
  user_id integer references users on delete set null,
  user_name jsonb not null,
  user_picture text,
  rate numeric(3, 2) not null check (rate between 1 and 5),
  comment jsonb not null,
  featured boolean not null default false,
  created_at timestamptz not null
);
create unique index reviews_once on reviews (course_id, user_id);
create index reviews_of_course on reviews (course_id, created_at desc);

-- Who wants to hear when a full or upcoming course can be booked.
create table notify_requests (
  id integer generated always as identity primary key,
  course_id integer not null references courses on delete cascade,
  email text not null,
  lang text not null check (lang in ('ar', 'en')),
  created_at timestamptz not null,
  unique (course_id, email)
);

call shown_on_pages('specializations');
call shown_on_pages('trainers');
call shown_on_pages('courses');
call shown_on_pages('former_slugs');
call shown_on_pages('course_trainers');
call shown_on_pages('schedules');
call shown_on_pages('reviews');
