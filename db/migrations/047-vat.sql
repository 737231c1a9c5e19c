-- none: the institute is not registered for VAT. The reason code is ZATCA's (VATEX-SA-…), of a sale at the zero rate or
-- exempt.
alter table orders
  drop constraint orders_vat_treatment_known,
  add constraint orders_vat_treatment_known check (vat_treatment in ('standard', 'zero', 'exempt', 'none')),
  add column vat_reason_code text,
  add constraint orders_vat_reason check (vat_reason_code is null
    or (vat_treatment in ('zero', 'exempt') and vat_reason_code like 'VATEX-SA-%'));
alter table courses
  add column vat_reason_code text,
  add constraint courses_vat_reason check (vat_reason_code is null
    or (vat_treatment in ('zero', 'exempt') and vat_reason_code like 'VATEX-SA-%')),
  -- The state bears the VAT of citizens on such a programme: the zero rate by the buyer's situation.
  add column zero_rated_for_citizens boolean not null default false,
  add constraint courses_zero_rated check (not zero_rated_for_citizens or vat_treatment = 'standard');
