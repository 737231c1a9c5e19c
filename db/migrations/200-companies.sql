-- Companies that buy places for their staff, and the people there whom the institute deals with.
create table companies (
  id integer primary key generated always as identity,
  version integer not null default 1,
  name jsonb not null check (name ->> 'ar' <> ''),
  -- Companies of one VAT group have one number, so it may stand at several of them.
  vat_number text check (vat_number ~ '^3\d{13}3$'),
  register_number text constraint companies_registered_once unique check (register_number ~ '^\d{10}$'),
  national_address jsonb,
  notes text not null default '',
  created_at timestamptz not null default now()
);
create trigger companies_version before update on companies for each row
  when (old.* is distinct from new.*) execute function raise_version();

create table company_contacts (
  id integer primary key generated always as identity,
  version integer not null default 1,
  company_id integer not null references companies on delete cascade,
  name text not null,
  email text not null,
  phone text,
  job_title text,
  is_primary boolean not null default false,
  unique (company_id, email)
);
create unique index company_contacts_primary on company_contacts (company_id) where is_primary;
create trigger company_contacts_version before update on company_contacts for each row
  when (old.* is distinct from new.*) execute function raise_version();
