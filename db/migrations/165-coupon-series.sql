-- Coupons that staff create and stop at the desk, one at a time or as a series of codes on the same terms.
create table coupon_series (
  id integer generated always as identity primary key,
  name text not null,
  -- The beginning and end of every code; each ? became a random letter or digit.
  pattern text not null,
  created_at timestamptz not null default now()
);

alter table coupons
  add column version integer not null default 1,
  add column series_id integer references coupon_series,
  add column created_at timestamptz not null default now();

create index coupons_of_series on coupons (series_id, id desc);
create index coupons_found_by_staff on coupons using gin
  (ar_norm(code || ' ' || (note ->> 'ar') || ' ' || coalesce(note ->> 'en', '')) gin_trgm_ops);

-- The orders that a coupon was used for, the newest first.
create index orders_with_coupon on orders (coupon_id, created_at desc, id desc) where coupon_id is not null;
