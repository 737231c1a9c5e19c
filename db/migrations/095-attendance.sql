-- What a badge shows as a QR code: opaque, so that it tells nobody an order's number.
create table badges (
  order_id uuid primary key references orders,
  code text not null unique check (length(code) >= 22)
);

-- Who was there. A session that has marks cannot be removed.
create table attendance (
  session_id integer not null references run_sessions,
  order_id uuid not null references orders,
  state text not null check (state in ('present', 'late', 'absent')),
  -- By the clock of the device, which may have been offline.
  at timestamptz not null,
  marked_at timestamptz not null,
  marked_by integer references users on delete set null,
  primary key (session_id, order_id)
);
create index attendance_of_order on attendance (order_id);
create index attendance_by_person on attendance (marked_by) where marked_by is not null;

-- Each scan once, by the number that the device gave it: it may be sent again when the answer was lost.
create table attendance_scans (
  id uuid primary key,
  session_id integer not null references run_sessions,
  order_id uuid references orders,
  verdict text not null check (verdict in ('present', 'duplicate', 'otherRun', 'notEnrolled', 'unknown')),
  at timestamptz not null,
  scanned_by integer references users on delete set null
);
create index attendance_scans_of_session on attendance_scans (session_id);
create index attendance_scans_of_order on attendance_scans (order_id) where order_id is not null;
create index attendance_scans_by_person on attendance_scans (scanned_by) where scanned_by is not null;

-- Numbers without gaps, anew each year.
create table certificate_counters (
  year integer primary key,
  last integer not null check (last > 0)
);

create table certificates (
  id integer generated always as identity primary key,
  year integer not null,
  place integer not null check (place > 0),
  order_id uuid not null references orders,
  -- In the address of the page where anybody can check it: 128 random bits.
  code text not null unique check (length(code) >= 22),
  issued_at timestamptz not null,
  issued_by integer references users on delete set null,
  revoked_at timestamptz,
  revoked_by integer references users on delete set null,
  revoke_reason text,
  unique (year, place),
  check ((revoked_at is null) = (revoke_reason is null))
);
create unique index certificates_valid on certificates (order_id) where revoked_at is null;
create index certificates_of_order on certificates (order_id);
create index certificates_newest on certificates (issued_at desc, id desc);
create index certificates_by_issuer on certificates (issued_by) where issued_by is not null;
create index certificates_by_revoker on certificates (revoked_by) where revoked_by is not null;
