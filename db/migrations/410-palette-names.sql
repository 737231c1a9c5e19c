-- The command palette finds trainers and specializations by a part of their name, and coupons by how their code begins.
create index trainers_found_by_name on trainers using gin
  (ar_norm((name ->> 'ar') || ' ' || coalesce(name ->> 'en', '')) gin_trgm_ops);
create index specializations_found_by_name on specializations using gin
  (ar_norm((name ->> 'ar') || ' ' || coalesce(name ->> 'en', '')) gin_trgm_ops);
create index coupons_found_by_code on coupons (code text_pattern_ops);
