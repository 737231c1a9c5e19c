-- Instalment companies as payment methods: the company pays the order whole, the learner pays the company in parts.
alter table orders
  drop constraint orders_method_check,
  add constraint orders_method_check check (method in ('online', 'transfer', 'cash', 'carried', 'tabby', 'tamara'));

-- The simulated companies of a demonstration keep what a company would: the product itself never reads it.
create table sandbox_instalments (
  id uuid primary key,
  company text not null check (company in ('tabby', 'tamara')),
  -- As documented by the company, and how it misbehaves.
  data jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index sandbox_instalments_by_creation on sandbox_instalments (company, created_at desc);
