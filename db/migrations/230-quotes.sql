-- Quotes to companies. An accepted quote is the company's purchase: its invoice, its money and its seats belong to it.
create sequence quote_numbers;
create table quotes (
  id integer primary key generated always as identity,
  version integer not null default 1,
  number text not null unique,
  company_id integer not null references companies,
  -- The enquiry that it answers.
  lead_id integer references leads on delete set null,
  contact_name text not null,
  contact_email text not null,
  lang text not null check (lang in ('ar', 'en')),
  state text not null default 'draft' check (state in ('draft', 'sent', 'accepted', 'declined', 'withdrawn')),
  -- The last day on which it can be accepted, in Riyadh.
  valid_until date not null,
  payment_days integer not null check (payment_days between 0 and 180),
  -- Until how many days before the start unused seats can be given back.
  withdrawal_days integer not null check (withdrawal_days between 0 and 365),
  terms text not null default '',
  -- What was sent: everything that is printed. A draft has none.
  document jsonb,
  -- The company's link is derived from it; a new key ends the link.
  link_key uuid not null default gen_random_uuid(),
  created_by integer references users on delete set null,
  created_at timestamptz not null,
  sent_at timestamptz,
  answered_at timestamptz,
  -- Who accepted or declined: name, role, network address; or the member of staff who recorded it, with a note.
  answer jsonb,
  -- From then on the seats can be used: paid in full, or released by staff.
  released_at timestamptz,
  check ((state = 'draft') = (document is null)),
  check ((state in ('accepted', 'declined')) = (answer is not null))
);
create index quotes_of_company on quotes (company_id, id desc);
create index quotes_by_state on quotes (state, id desc);
create index quotes_of_lead on quotes (lead_id) where lead_id is not null;
create index quotes_by_author on quotes (created_by) where created_by is not null;
create index quotes_released on quotes (released_at) where released_at is not null;
create trigger quotes_version before update on quotes for each row
  when (old.* is distinct from new.*) execute function raise_version();

create table quote_lines (
  id integer primary key generated always as identity,
  quote_id integer not null references quotes on delete cascade,
  course_id integer not null references courses,
  -- Null for a recorded course.
  schedule_id integer references schedules,
  seats integer not null check (seats between 1 and 1000),
  -- Of one seat, with VAT.
  unit_halalas integer not null check (unit_halalas >= 0),
  -- Of the whole line, with VAT.
  discount_halalas integer not null default 0 check (discount_halalas >= 0),
  check (discount_halalas <= seats::bigint * unit_halalas)
);
create index quote_lines_of_quote on quote_lines (quote_id, id);
create index quote_lines_of_course on quote_lines (course_id);
create index quote_lines_of_run on quote_lines (schedule_id) where schedule_id is not null;

-- Money of a purchase as it came in and went back; corrected by an entry of the other kind.
create table company_payments (
  id integer primary key generated always as identity,
  quote_id integer not null references quotes,
  kind text not null check (kind in ('received', 'returned')),
  method text not null check (method in ('transfer', 'cash', 'card')),
  amount_halalas integer not null check (amount_halalas > 0),
  -- The bank's, or of the receipt: the same money is not booked twice.
  reference text not null check (reference <> ''),
  received_on date not null,
  by_staff integer references users on delete set null,
  at timestamptz not null,
  unique (quote_id, kind, reference)
);
create index company_payments_by_staff on company_payments (by_staff) where by_staff is not null;
create index company_payments_by_time on company_payments (at);

-- The seats of a purchase. A seat is used once, by an order of total zero.
create table company_seats (
  id integer primary key generated always as identity,
  quote_id integer not null references quotes,
  line_id integer not null references quote_lines,
  code text not null unique,
  -- Whom the company names for it.
  person_name text,
  person_email text,
  invited_at timestamptz,
  order_id uuid unique references orders,
  used_at timestamptz,
  withdrawn_at timestamptz,
  check ((order_id is null) = (used_at is null)),
  check (used_at is null or withdrawn_at is null)
);
create index company_seats_of_quote on company_seats (quote_id, id);
create index company_seats_of_line on company_seats (line_id, id);
create unique index company_seats_named_once on company_seats (line_id, person_email)
  where person_email is not null and withdrawn_at is null;

-- Seats that companies have bought and nobody uses yet. They are part of the run's held seats, so that they count as taken
-- wherever seats are counted.
alter table schedules add column company_seats integer not null default 0 check (company_seats >= 0);
alter table schedules add constraint schedules_company_seats_held check (company_seats <= held_seats);

-- An invoice belongs to an order, or to the purchase of a company.
alter table invoices alter column order_id drop not null;
alter table invoices add column quote_id integer references quotes;
alter table invoices add constraint invoices_of_one_sale check (num_nonnulls(order_id, quote_id) = 1);
alter table invoices drop constraint invoices_check;
alter table invoices add constraint invoices_credit_one check (
  (kind = 'credit-note') = (original_id is not null)
  and (refund_id is not null) = (kind = 'credit-note' and order_id is not null));
create unique index invoices_of_quote_once on invoices (quote_id) where kind = 'invoice' and quote_id is not null;
create index invoices_of_quote on invoices (quote_id, counter) where quote_id is not null;
create index invoices_of_original on invoices (original_id, counter) where original_id is not null;
create index invoices_of_companies on invoices (issued_at) where quote_id is not null;
