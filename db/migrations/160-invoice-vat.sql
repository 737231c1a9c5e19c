-- What each document adds to the VAT return, by treatment and rate; a document can have lines of several. The sums are
-- positive in both kinds of documents: a credit note's are taken off.
create table invoice_vat (
  invoice_id uuid not null references invoices,
  kind text not null,
  issued_at timestamptz not null,
  treatment text not null check (treatment in ('standard', 'zero', 'exempt', 'none')),
  rate_percent numeric(5, 2) not null,
  net_halalas bigint not null,
  vat_halalas bigint not null,
  total_halalas bigint not null,
  primary key (invoice_id, treatment, rate_percent),
  check (net_halalas + vat_halalas = total_halalas)
);
create index invoice_vat_of_period on invoice_vat (issued_at, kind, treatment, rate_percent)
  include (net_halalas, vat_halalas, total_halalas);
create index invoices_by_time on invoices (issued_at desc, counter desc);

create function vat_of_document(invoice invoices) returns setof invoice_vat language sql stable as $$
  select invoice.id, invoice.kind, invoice.issued_at, line ->> 'vatTreatment', (line ->> 'vatRatePercent')::numeric(5, 2),
    sum((line ->> 'netHalalas')::bigint)::bigint, sum((line ->> 'vatHalalas')::bigint)::bigint,
    sum((line ->> 'totalHalalas')::bigint)::bigint
  from jsonb_array_elements(invoice.document -> 'lines') as line
  group by line ->> 'vatTreatment', (line ->> 'vatRatePercent')::numeric(5, 2)
$$;
insert into invoice_vat select v.* from invoices i, vat_of_document(i) v;

create function add_invoice_vat() returns trigger language plpgsql as $$
begin
  insert into invoice_vat select * from vat_of_document(new);
  return null;
end $$;
create trigger invoices_add_vat after insert on invoices for each row execute function add_invoice_vat();
create trigger invoice_vat_stays before update or delete on invoice_vat for each row execute function refuse_change();
create trigger invoice_vat_stays_all before truncate on invoice_vat for each statement execute function refuse_change();
