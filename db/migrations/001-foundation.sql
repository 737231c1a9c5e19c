create extension if not exists pg_trgm;

-- Folds the spellings of Arabic that a reader takes for the same word; used for every text that is searched and for
-- every query, so that both sides meet. Source: Lucene's ArabicNormalizer, widened (see docs/decisions).
create function ar_norm(t text) returns text language sql immutable parallel safe as $$
  select translate(
    regexp_replace(
      lower(normalize(coalesce(t, ''), nfkc)),
      E'[\u0610-\u061A\u0640\u064B-\u065F\u0670\u06D6-\u06ED\u200B-\u200F\u202A-\u202E\u2066-\u2069\uFEFF]', '', 'g'),
    'أإآٱىئؤةیکگ٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹٫٬،؛؟',
    'ااااييوهيكك01234567890123456789.,  ')
$$;

create table users (
  id integer generated always as identity primary key,
  email text not null unique check (email = lower(email)),
  password_hash text,
  first_name text not null,
  last_name text not null,
  user_name text not null,
  phone text not null,
  profile_picture text,
  roles text[] not null default '{Student}',
  last_role text not null default 'Student',
  status text not null default 'pending' check (status in ('pending', 'active')),
  lang text not null default 'ar' check (lang in ('ar', 'en')),
  terms_accepted_at timestamptz not null,
  created_at timestamptz not null default now(),
  activated_at timestamptz
);

-- One row a signed-in browser or app: the family of its refresh tokens.
create table sessions (
  id uuid primary key,
  user_id integer not null references users on delete cascade,
  user_agent text not null,
  ip text not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  revoked_because text
);
create index sessions_of_user on sessions (user_id) where revoked_at is null;

create table refresh_tokens (
  token_hash bytea primary key,
  session_id uuid not null references sessions on delete cascade,
  parent_hash bytea,
  created_at timestamptz not null,
  used_at timestamptz
);
create index refresh_tokens_of_session on refresh_tokens (session_id);

-- Six-digit codes: one live code a purpose and address.
create table codes (
  id integer generated always as identity primary key,
  purpose text not null check (purpose in ('activate', 'reset', 'phone', 'two-factor')),
  address text not null,
  user_id integer not null references users on delete cascade,
  code_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  tries integer not null default 0,
  ended_at timestamptz
);
create index codes_live on codes (purpose, address, created_at desc);

-- How often something was done under a key within a window; the window's start is part of the key.
create table rate_limits (
  key text not null,
  window_start timestamptz not null,
  count integer not null,
  expires_at timestamptz not null,
  primary key (key, window_start)
);
create index rate_limits_old on rate_limits (expires_at);

-- Emails and SMS: written in the transaction of the fact they tell of, sent by a job.
create table messages (
  id integer generated always as identity primary key,
  channel text not null check (channel in ('email', 'sms')),
  recipient text not null,
  subject text,
  text text not null,
  html text,
  lang text not null check (lang in ('ar', 'en')),
  about text not null,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  tries integer not null default 0,
  last_error text
);
create unique index messages_once on messages (about, recipient);
create index messages_recent on messages (created_at desc, id desc);

create table idempotency_keys (
  scope text not null,
  key text not null,
  request_hash bytea not null,
  status integer,
  answer text,
  created_at timestamptz not null,
  locked_at timestamptz not null,
  primary key (scope, key)
);

create table audit_log (
  id integer generated always as identity primary key,
  at timestamptz not null default now(),
  user_id integer references users on delete set null,
  action text not null,
  subject text not null,
  detail jsonb not null default '{}'
);
