-- What staff often answer, in both languages. Names in braces stand for facts of the enquiry.
create table answer_templates (
  id integer generated always as identity primary key,
  version integer not null default 1,
  -- Null: for enquiries of every kind.
  kind text check (kind in ('contact', 'support', 'complaint', 'quote', 'partnership', 'trainer')),
  name jsonb not null,
  body jsonb not null,
  updated_at timestamptz not null
);
