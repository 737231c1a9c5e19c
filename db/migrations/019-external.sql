-- Sign-in by other providers: what its tables need beside what they were made with.

-- By which its owner names a connection.
alter table external_identities add column id integer generated always as identity unique;

-- What a provider had its own page post to us: our cookies come with the request after it.
alter table external_visits add column answer text;

-- A code that was mailed for a ticket: to an address that the provider does not vouch for, or to the owner of the
-- account that the address belongs to.
alter table codes drop constraint codes_purpose_check;
alter table codes add constraint codes_purpose_check
  check (purpose in ('activate', 'reset', 'phone', 'two-factor', 'prove', 'external'));
alter table codes add column ticket_hash bytea references external_tickets on delete cascade;
create index codes_of_ticket on codes (ticket_hash);

-- `user_id`: the account of the ticket's address, once whoever holds the ticket has read that address' mail.
create index external_tickets_of_user on external_tickets (user_id);
create index external_visits_of_user on external_visits (user_id);
