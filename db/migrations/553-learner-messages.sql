-- Messages of the staff to a selection of learners, sent by a job in parts.
alter table notification_settings add column news text not null default 'at-once' check (news in ('at-once', 'none'));

create table learner_messages (
  id integer generated always as identity primary key,
  created_at timestamptz not null,
  created_by integer references users on delete set null,
  subject jsonb not null,
  text jsonb not null,
  -- How many accounts were chosen when it was sent, and what became of them.
  chosen integer not null,
  sent integer not null default 0,
  left_out integer not null default 0,
  done_at timestamptz
);
create index learner_messages_by_time on learner_messages (created_at, id);
create index learner_messages_of_author on learner_messages (created_by);
create index learner_messages_open on learner_messages (id) where done_at is null;

-- Who is still to be written to.
create table learner_message_recipients (
  message_id integer not null references learner_messages on delete cascade,
  user_id integer not null references users on delete cascade,
  primary key (message_id, user_id)
);
create index learner_message_recipients_of_user on learner_message_recipients (user_id);
