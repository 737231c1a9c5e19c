-- The address under which a learner's calendar application reads their sessions. A new id replaces an address that
-- others have seen; the address has it with a signature, so that who reads the database knows no address.
create table calendar_feeds (
  user_id integer primary key references users on delete cascade,
  id uuid not null unique,
  created_at timestamptz not null
);
