-- Settlement reports of payment companies: what they paid out, and of which payments it is made up.
create table payout_files (
  id uuid primary key,
  provider text not null,
  file_name text not null,
  -- The number of the payout, where the file does not name it.
  payout_reference text not null,
  -- The text of a file whose columns nobody has named yet; deleted when it is read.
  unread text,
  errors jsonb not null default '[]',
  error_count integer not null default 0,
  -- Lines that an earlier file held already.
  known_lines integer not null default 0,
  imported_at timestamptz not null,
  imported_by integer references users on delete set null
);
create index payout_files_by_time on payout_files (imported_at desc, id desc);

-- The columns that staff named, by the names in the header.
create table payout_columns (
  header text primary key,
  columns jsonb not null,
  updated_at timestamptz not null
);

-- What a company takes for a payment: staff agree it with the company, and each line is compared with it.
create table payout_terms (
  provider text not null,
  scheme text not null check (scheme in ('mada', 'card')),
  basis_points integer not null check (basis_points between 0 and 10000),
  fixed_halalas integer not null check (fixed_halalas between 0 and 100000),
  primary key (provider, scheme)
);

create table payouts (
  id uuid primary key,
  provider text not null,
  reference text not null,
  -- The last day of its lines, or the day that the company gives.
  day date not null,
  -- The movement of the bank account by which it arrived; it can pay no order.
  bank_line_id bigint unique references bank_lines,
  matched_at timestamptz,
  matched_by integer references users on delete set null,
  unique (provider, reference)
);
create index payouts_by_day on payouts (day desc, id desc);

create table payout_lines (
  id bigint generated always as identity primary key,
  payout_id uuid not null references payouts,
  file_id uuid not null references payout_files,
  -- The same line in a later file: by provider, kind, day, number and amount, and its place among equal ones.
  fingerprint text not null,
  occurrence integer not null,
  place integer not null,
  kind text not null check (kind in ('payment', 'refund', 'chargeback', 'adjustment')),
  day date not null,
  reference text not null,
  order_reference text not null,
  scheme text not null,
  -- Negative for money that went back.
  amount_halalas bigint not null,
  -- What the company keeps; negative when it gives a fee back.
  fee_halalas bigint not null,
  fee_vat_halalas bigint not null,
  -- Whether the report tells of fees at all.
  has_fee boolean not null,
  -- Our payment; null while none is known.
  attempt_id uuid references payment_attempts,
  unique (fingerprint, occurrence)
);
create index payout_lines_of_payout on payout_lines (payout_id, id);
create index payout_lines_of_file on payout_lines (file_id);
create index payout_lines_of_attempt on payout_lines (attempt_id) where attempt_id is not null;
create index payout_lines_unknown on payout_lines (id) where attempt_id is null and kind <> 'adjustment';
create index payout_lines_by_day on payout_lines (day);
