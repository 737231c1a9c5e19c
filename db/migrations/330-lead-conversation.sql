-- What staff answer the sender of an enquiry, and what the sender answers by their private link.
create table lead_messages (
  id integer generated always as identity primary key,
  lead_id integer not null references leads on delete cascade,
  at timestamptz not null,
  from_sender boolean not null,
  -- Who of the staff wrote it; null for the sender.
  author_id integer references users on delete set null,
  body text not null,
  -- One showing of the form: what is sent from it twice is one message.
  press uuid not null,
  unique (lead_id, press),
  check (not (from_sender and author_id is not null))
);
create index lead_messages_of_lead on lead_messages (lead_id, id);
create index lead_messages_of_author on lead_messages (author_id) where author_id is not null;

-- Since when the sender waits for an answer: from their last message on. Null: since the enquiry came.
alter table leads add column waiting_since timestamptz;
