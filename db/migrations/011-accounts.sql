-- Second factors, external identities, passkeys and what a profile keeps.

alter table users add column phone_verified_at timestamptz;
-- Since when an SMS code is asked for at sign-in.
alter table users add column two_factor_at timestamptz;
-- The personal data was erased; orders and invoices stay.
alter table users add column erased_at timestamptz;
alter table users drop constraint users_status_check;
alter table users add constraint users_status_check check (status in ('active', 'suspended', 'erased'));

-- When the person last proved who they are, beyond holding the session.
alter table sessions add column proved_at timestamptz;
update sessions set proved_at = created_at;
alter table sessions alter column proved_at set not null;

-- Ten 8-digit codes, each for one sign-in; renewed all at once.
create table backup_codes (
  user_id integer not null references users on delete cascade,
  code_hash bytea not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- An authenticator app (TOTP, RFC 6238). The secret is encrypted; it counts once it was confirmed by a code.
create table authenticators (
  user_id integer primary key references users on delete cascade,
  secret bytea not null,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  -- The last time step that was accepted: a code is good once.
  last_step bigint not null default 0
);

create table passkeys (
  id text primary key,
  user_id integer not null references users on delete cascade,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  backed_up boolean not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_of_user on passkeys (user_id);

-- What a browser was asked to sign with its passkey; good once, for minutes.
create table passkey_challenges (
  challenge_hash bytea primary key,
  purpose text not null check (purpose in ('register', 'sign-in', 'prove')),
  user_id integer references users on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index passkey_challenges_old on passkey_challenges (expires_at);

-- The first step of a sign-in was right; the second is waited for. The token is what the browser or app holds.
create table sign_in_challenges (
  token_hash bytea primary key,
  user_id integer not null references users on delete cascade,
  -- Where the person was going.
  return_to text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  tries integer not null default 0,
  ended_at timestamptz
);
create index sign_in_challenges_of_user on sign_in_challenges (user_id);
create index sign_in_challenges_old on sign_in_challenges (expires_at);

-- The right to set a new password once, after the mailed code was typed.
create table password_resets (
  token_hash bytea primary key,
  user_id integer not null references users on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index password_resets_of_user on password_resets (user_id);
create index password_resets_old on password_resets (expires_at);

-- An identity at an OpenID provider, keyed by who says it and its name there; never by the email.
create table external_identities (
  issuer text not null,
  subject text not null,
  user_id integer not null references users on delete cascade,
  provider text not null,
  email text,
  linked_at timestamptz not null,
  last_used_at timestamptz,
  primary key (issuer, subject)
);
create index external_identities_of_user on external_identities (user_id);

-- A visit to a provider that has not come back yet; Apple comes back without our cookies, so the state is kept here.
create table external_visits (
  state_hash bytea primary key,
  provider text not null,
  nonce text not null,
  code_verifier text not null,
  -- Binds the return to the browser that left.
  browser_hash bytea not null,
  -- Set when a signed-in person links a provider to their account.
  user_id integer references users on delete cascade,
  return_to text,
  lang text not null check (lang in ('ar', 'en')),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index external_visits_old on external_visits (expires_at);

-- What a provider said of a person who has no account here yet, or has to prove that the account is theirs.
create table external_tickets (
  token_hash bytea primary key,
  provider text not null,
  issuer text not null,
  subject text not null,
  email text,
  email_verified boolean not null,
  first_name text,
  last_name text,
  user_id integer references users on delete cascade,
  return_to text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index external_tickets_old on external_tickets (expires_at);

-- Codes may belong to an account beside a registration's, and to one sign-in of it.
alter table codes drop constraint codes_purpose_check;
alter table codes add constraint codes_purpose_check
  check (purpose in ('activate', 'reset', 'phone', 'two-factor', 'prove'));
alter table codes add column challenge_hash bytea references sign_in_challenges on delete cascade;
create index codes_of_user on codes (user_id);
create index codes_of_challenge on codes (challenge_hash);
