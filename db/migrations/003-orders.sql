create table coupons (
  id integer generated always as identity primary key,
  code text not null unique check (code = upper(code)),
  note jsonb not null,
  percent numeric(5, 2) check (percent > 0 and percent <= 100),
  amount_halalas integer check (amount_halalas > 0),
  valid_from timestamptz not null,
  valid_to timestamptz,
  total_limit integer check (total_limit > 0),
  per_learner_limit integer check (per_learner_limit > 0),
  minimum_halalas integer,
  course_ids integer[],
  email_domain text,
  active boolean not null default true,
  check ((percent is null) <> (amount_halalas is null))
);

create sequence order_numbers;

create table orders (
  id uuid primary key,
  reference text not null unique,
  user_id integer not null references users,
  course_id integer not null references courses,
  schedule_id integer references schedules,
  coupon_id integer references coupons,
  coupon_code text,
  status text not null check (status in ('pending', 'paid', 'refunded', 'cancelled', 'expired', 'failed')),
  lang text not null check (lang in ('ar', 'en')),
  course_name jsonb not null,
  price_halalas integer not null check (price_halalas >= 0),
  discount_halalas integer not null check (discount_halalas between 0 and price_halalas),
  total_halalas integer not null check (total_halalas = price_halalas - discount_halalas),
  net_halalas integer not null,
  vat_halalas integer not null check (net_halalas + vat_halalas = total_halalas),
  vat_treatment text not null,
  vat_rate_percent numeric(5, 2) not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  paid_at timestamptz,
  ended_at timestamptz,
  ended_because text
);
-- One open order, and one paid seat, per learner, course and run.
create unique index orders_once on orders (user_id, course_id, coalesce(schedule_id, 0)) where status in ('pending', 'paid');
create index orders_of_schedule on orders (schedule_id) where status in ('pending', 'paid');
create index orders_of_coupon on orders (coupon_id) where status in ('pending', 'paid');
create index orders_of_user on orders (user_id, created_at desc);
create index orders_pending on orders (expires_at) where status = 'pending';

create table payment_attempts (
  id uuid primary key,
  order_id uuid not null references orders,
  provider text not null,
  provider_reference text,
  payment_url text,
  amount_halalas integer not null,
  status text not null check (status in ('created', 'paid', 'failed', 'abandoned', 'refund-due', 'refunded')),
  failure_reason text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- When the provider was last asked about it.
  asked_at timestamptz,
  unique (provider, provider_reference)
);
create index payment_attempts_of_order on payment_attempts (order_id, created_at);
create index payment_attempts_open on payment_attempts (asked_at nulls first) where status = 'created';

-- What a provider told us, once each; the second delivery of the same event changes nothing.
create table payment_events (
  provider text not null,
  event_id text not null,
  received_at timestamptz not null,
  payload jsonb not null,
  handled_at timestamptz,
  primary key (provider, event_id)
);

-- The sandbox provider's own books; no other part reads them.
create table sandbox_payments (
  id uuid primary key,
  attempt_id uuid not null unique,
  amount_halalas integer not null,
  description text not null,
  lang text not null,
  return_url text not null,
  status text not null check (status in ('initiated', 'challenge', 'paid', 'failed', 'abandoned', 'refunded')),
  card_last_four text,
  failure_reason text,
  -- Until then the sandbox calls the payment open: some banks take their time.
  told_from timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

call shown_on_pages('orders');
