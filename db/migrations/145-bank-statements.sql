-- Statements of the institute's bank account, and which orders their movements pay.
create table bank_statements (
  id uuid primary key,
  file_name text not null,
  format text not null check (format in ('csv', 'mt940', 'camt')),
  account text not null default '',
  -- The text of a CSV file whose columns nobody has named yet; deleted when it is read.
  unread text,
  -- Rows that could not be read, with their numbers.
  errors jsonb not null default '[]',
  -- Movements that an earlier statement held already.
  known_lines integer not null default 0,
  imported_at timestamptz not null,
  imported_by integer references users on delete set null
);
create index bank_statements_by_time on bank_statements (imported_at desc, id desc);

-- The columns that staff named, by the names in the header.
create table bank_columns (
  header text primary key,
  columns jsonb not null,
  day_order text not null check (day_order in ('day-first', 'month-first')),
  updated_at timestamptz not null
);

create table bank_lines (
  id bigint generated always as identity primary key,
  statement_id uuid not null references bank_statements,
  -- The same movement in a later file: by account, day, amount, and the bank's number or else the words. Movements that
  -- are alike in all of it are told apart by their order on that day.
  fingerprint text not null,
  occurrence integer not null,
  place integer not null,
  day date not null,
  amount_halalas bigint not null,
  bank_reference text not null,
  description text not null,
  payer_name text not null,
  -- For a refund only: deleted after a time.
  payer_account text not null,
  -- How much of it pays orders. Raised by a conditional statement, so that it is never used twice.
  used_halalas bigint not null default 0 check (used_halalas between 0 and greatest(amount_halalas, 0)),
  -- Set aside by staff with a reason: no payment of an order.
  set_aside text,
  decided_at timestamptz,
  decided_by integer references users on delete set null,
  unique (fingerprint, occurrence)
);
create index bank_lines_open on bank_lines (day, id)
  where amount_halalas > 0 and used_halalas < amount_halalas and set_aside is null;
create index bank_lines_of_statement on bank_lines (statement_id, id);
create index bank_lines_by_day on bank_lines (day desc, id desc);
create index bank_lines_with_account on bank_lines (day) where payer_account <> '';

create table bank_line_uses (
  id bigint generated always as identity primary key,
  line_id bigint not null references bank_lines,
  order_id uuid not null references orders,
  amount_halalas bigint not null check (amount_halalas > 0),
  -- What had arrived for the order before: tells after a crash whether the order took this money.
  received_before bigint not null,
  started_at timestamptz not null,
  done_at timestamptz,
  by_staff integer references users on delete set null
);
create index bank_line_uses_of_line on bank_line_uses (line_id);
create index bank_line_uses_of_order on bank_line_uses (order_id);
create index bank_line_uses_unfinished on bank_line_uses (started_at) where done_at is null;
