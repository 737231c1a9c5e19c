-- Companies are found by their names and numbers, or those of their contacts, as people are (064); quotes by any part of
-- their number.
create index companies_by_text on companies using gin ((' ' || ar_norm((name ->> 'ar') || ' ' || coalesce(name ->> 'en', '') || ' ' ||
  coalesce(vat_number, '') || ' ' || coalesce(register_number, ''))) gin_trgm_ops);
create index company_contacts_by_text on company_contacts using gin ((' ' || ar_norm(name || ' ' || email)) gin_trgm_ops);
create index quotes_by_number on quotes using gin (number gin_trgm_ops);
