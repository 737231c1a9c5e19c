-- Electronic invoicing with the tax authority, phase 2. A unit is one signing key with its certificate and its own chain of
-- documents; one is active at a time. Those that were replaced stay, since their documents may still have to be sent.
create table e_invoicing_units (
  id integer generated always as identity primary key,
  environment text not null check (environment in ('sandbox', 'simulation', 'production')),
  state text not null check (state in ('connecting', 'active', 'retired', 'failed')),
  vat_number text not null,
  -- What the request for the certificate says.
  facts jsonb not null,
  csr text not null,
  -- Encrypted with AUTH_SECRET, bound to the id of the request.
  owner uuid not null unique,
  sealed_key bytea not null,
  sealed_compliance bytea,
  sealed_credentials bytea,
  request_id text,
  -- The text of the certificate, in base64.
  certificate text,
  expires_at timestamptz,
  -- The counter of the next document, and the hash of the last one.
  next_counter integer not null default 1 check (next_counter > 0),
  last_hash text not null,
  -- Since when the authority has not accepted the credentials: nothing is sent until somebody has looked.
  blocked_at timestamptz,
  -- Why connecting failed, in the authority's words.
  problem text,
  created_by integer references users,
  created_at timestamptz not null,
  activated_at timestamptz,
  check (state <> 'active' or (sealed_credentials is not null and certificate is not null and activated_at is not null))
);
create unique index e_invoicing_units_one_active on e_invoicing_units ((true)) where state = 'active';
create unique index e_invoicing_units_one_connecting on e_invoicing_units ((true)) where state = 'connecting';

-- Invoices and notes as they were written for the authority. A refused one is followed by another attempt.
create table e_invoices (
  -- The UUID in the document.
  id uuid primary key,
  unit_id integer not null references e_invoicing_units,
  invoice_id uuid not null references invoices,
  attempt integer not null check (attempt > 0),
  is_standard boolean not null,
  state text not null default 'waiting' check (state in ('waiting', 'accepted', 'warned', 'refused')),
  -- Null where the document could not be written: it has no place in the chain then.
  counter integer check (counter > 0),
  previous_hash text,
  hash text,
  -- In canonical form, without signature and QR code. Its bytes never change.
  xml text,
  -- What is sent: signed where the document is simplified. Written once.
  sent_xml text,
  qr text,
  -- With the authority's stamp: the legal invoice of a standard document.
  cleared_xml text,
  -- Clearance was switched off: a standard document was reported.
  was_reported boolean not null default false,
  -- The authority's warnings and errors: [{code, message, category}].
  warnings jsonb not null default '[]',
  errors jsonb not null default '[]',
  tries integer not null default 0,
  -- Why the last sending did not reach a decision.
  last_failure text,
  next_try_at timestamptz not null,
  -- Warnings that somebody has looked at.
  seen_at timestamptz,
  created_at timestamptz not null,
  decided_at timestamptz,
  unique (invoice_id, attempt),
  unique (unit_id, counter),
  check ((xml is null) = (counter is null) and (xml is null) = (hash is null) and (xml is null) = (previous_hash is null)),
  check (xml is not null or state = 'refused'),
  check (sent_xml is not null or state in ('waiting', 'refused')),
  check ((state = 'waiting') = (decided_at is null))
);
create unique index e_invoices_one_in_force on e_invoices (invoice_id) where state <> 'refused';
create index e_invoices_to_send on e_invoices (is_standard desc, next_try_at) where state = 'waiting';
create index e_invoices_by_time on e_invoices (created_at desc, id desc);
create index e_invoices_by_state on e_invoices (state, created_at desc, id desc) where state <> 'accepted';
create index e_invoices_unseen on e_invoices (created_at) where state = 'warned' and seen_at is null;

-- What was written for the authority stays as it was written.
create function keep_e_invoice() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'documents for the tax authority are kept' using errcode = 'restrict_violation';
  end if;
  if (old.invoice_id, old.attempt, old.unit_id, old.is_standard, old.counter, old.previous_hash, old.hash, old.xml)
      is distinct from
     (new.invoice_id, new.attempt, new.unit_id, new.is_standard, new.counter, new.previous_hash, new.hash, new.xml)
    or (old.sent_xml is not null and new.sent_xml is distinct from old.sent_xml)
    or (old.cleared_xml is not null and new.cleared_xml is distinct from old.cleared_xml)
    or (old.state <> 'waiting' and new.state <> old.state) then
    raise exception 'a document for the tax authority does not change' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger e_invoices_stay before update or delete on e_invoices for each row execute function keep_e_invoice();
create trigger e_invoices_stay_all before truncate on e_invoices for each statement execute function refuse_change();
