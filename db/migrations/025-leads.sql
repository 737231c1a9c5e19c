-- Enquiries of every kind: saved first, then told.

create sequence lead_numbers as integer;

create table leads (
  id integer generated always as identity primary key,
  reference text not null unique,
  kind text not null check (kind in ('contact', 'complaint', 'quote', 'partnership', 'trainer')),
  status text not null default 'received' check (status in ('received', 'handling', 'answered', 'closed')),
  -- Null once it is erased.
  name text,
  email text,
  phone text,
  -- Everything else that the form asks; empty once it is erased.
  fields jsonb not null,
  lang text not null check (lang in ('ar', 'en')),
  -- The version of the privacy policy that was agreed to; null where an app sent no word of it.
  consent_version text,
  -- One press of a form's button: a second that brings the same is the same enquiry.
  press bytea unique,
  -- An earlier one that may be about the same.
  same_as integer references leads,
  assignee_id integer references users on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  closed_at timestamptz,
  erase_at timestamptz not null,
  erased_at timestamptz,
  check ((erased_at is null) = (email is not null))
);
create index leads_newest on leads (created_at desc, id desc);
create index leads_by_status on leads (status, created_at desc, id desc);
create index leads_by_email on leads (email, kind, created_at desc) where email is not null;
create index leads_by_phone on leads (phone, kind, created_at desc) where phone is not null;
create index leads_to_erase on leads (erase_at) where erased_at is null;
create index leads_of_assignee on leads (assignee_id) where assignee_id is not null;
create index leads_repeated on leads (same_as) where same_as is not null;

-- What became of an enquiry, in order. The sender sees its states, never its notes.
create table lead_events (
  id integer generated always as identity primary key,
  lead_id integer not null references leads on delete cascade,
  at timestamptz not null,
  -- Null is the sender or the product itself.
  actor_id integer references users on delete set null,
  status text check (status in ('received', 'handling', 'answered', 'closed')),
  assignee_id integer references users on delete set null,
  note text,
  check (num_nonnulls(status, assignee_id, note) > 0)
);
create index lead_events_of_lead on lead_events (lead_id, id);
create index lead_events_of_actor on lead_events (actor_id) where actor_id is not null;
create index lead_events_of_assignee on lead_events (assignee_id) where assignee_id is not null;

-- Whom an answer to a mail goes to, where that is not the sender.
alter table messages add column reply_to text;
