-- What staff write down about a learner, and what they did with the account. The learner never reads it on the site, but
-- gets it with a copy of their data.
create table learner_notes (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  at timestamptz not null,
  author_id integer references users on delete set null,
  kind text not null check (kind in ('note', 'block', 'unblock', 'merge')),
  note text not null
);
create index learner_notes_of_user on learner_notes (user_id, id desc);
create index learner_notes_of_author on learner_notes (author_id) where author_id is not null;

-- The blocked accounts are few among all.
create index users_blocked on users (id desc) where status = 'suspended' and erased_at is null;
