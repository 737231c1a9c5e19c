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

-- Pages that every guest shares are kept whole (docs/decisions/0011). Whoever writes to a table that they show is heard
-- by every instance, when the transaction commits; a statement that changes no row says nothing.
create function tell_pages() returns trigger language plpgsql as $$
begin
  perform pg_notify('pages', tg_table_name);
  return null;
end $$;

create procedure shown_on_pages(shown regclass) language plpgsql as $$
begin
  execute format('create trigger tell_pages after insert or update or delete on %s
    for each row execute function tell_pages()', shown);
  execute format('create trigger tell_pages_emptied after truncate on %s
    for each statement execute function tell_pages()', shown);
end $$;

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
  status text not null default 'active' check (status in ('active', 'suspended')),
  lang text not null default 'ar' check (lang in ('ar', 'en')),
  terms_accepted_at timestamptz not null,
  created_at timestamptz not null default now(),
  activated_at timestamptz
);

-- What was typed at sign-up, until a code that was mailed to the address turns it into a user. Several may wait for one
-- address: whoever reads its mail decides which of them becomes the account.
create table registrations (
  id uuid primary key,
  email text not null check (email = lower(email)),
  password_hash text not null,
  first_name text not null,
  last_name text not null,
  phone text not null,
  lang text not null check (lang in ('ar', 'en')),
  -- Where the person was going, for the link in the mail.
  return_to text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- When it became the account; kept a little longer for a form that is sent twice.
  opened_at timestamptz
);
create index registrations_of_address on registrations (email, created_at desc);

-- One row a signed-in browser or app: the family of its refresh tokens.
create table sessions (
  id uuid primary key,
  user_id integer not null references users on delete cascade,
  user_agent text not null,
  ip text not null,
  -- The browser, by a cookie that outlives its sessions.
  device_hash bytea not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  revoked_because text
);
create index sessions_of_user on sessions (user_id, device_hash);
create index sessions_old on sessions (expires_at);

create table refresh_tokens (
  token_hash bytea primary key,
  session_id uuid not null references sessions on delete cascade,
  created_at timestamptz not null,
  used_at timestamptz
);
create index refresh_tokens_of_session on refresh_tokens (session_id);

-- Six-digit codes. A row stands for every code that was asked for, also where none was sent, so that the limits of an
-- address say nothing about it; such a row has no owner and its hash fits no code.
create table codes (
  id integer generated always as identity primary key,
  purpose text not null check (purpose in ('activate', 'reset', 'phone', 'two-factor')),
  address text not null,
  user_id integer references users on delete cascade,
  registration_id uuid references registrations on delete cascade,
  code_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  tries integer not null default 0,
  ended_at timestamptz
);
create index codes_live on codes (purpose, address, created_at desc);
create index codes_of_registration on codes (registration_id);

-- Sign-ins that failed lately, by account, known device and address range; each failure beyond the free ones doubles the
-- wait until the next try.
create table sign_in_tries (
  key text primary key,
  failures integer not null,
  last_at timestamptz not null,
  blocked_until timestamptz not null
);
create index sign_in_tries_old on sign_in_tries (last_at);

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
