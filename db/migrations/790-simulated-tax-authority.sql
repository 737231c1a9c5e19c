-- The simulated tax authority of a demonstration keeps what the authority would: the product itself never reads it.
create table sandbox_e_invoicing (
  -- `authority`: its own key and how it behaves. `request`: a certificate request that was used.
  kind text not null check (kind in ('authority', 'request', 'credentials', 'document')),
  id text not null,
  data jsonb not null,
  created_at timestamptz not null,
  primary key (kind, id)
);
