-- A coupon may be limited to the people of some companies. An empty list covers nobody, unlike none at all.
alter table coupons add column company_ids integer[];
alter table coupons add constraint coupons_of_some_companies check (company_ids <> '{}');

create function check_coupon_companies() returns trigger language plpgsql as $$
begin
  perform from companies where id = any(new.company_ids) order by id for key share;
  if exists (select from unnest(new.company_ids) as listed (id)
      where not exists (select from companies where companies.id = listed.id)) then
    raise exception 'the coupon % is for a company that does not exist', new.code
      using errcode = 'check_violation', constraint = 'coupons_companies_exist', table = 'coupons';
  end if;
  return null;
end $$;
create constraint trigger coupons_companies_exist after insert or update of company_ids on coupons
  for each row when (new.company_ids is not null) execute function check_coupon_companies();

-- A company that coupons are limited to stays: without it they would be open to everybody or to nobody.
create function keep_company_of_coupons() returns trigger language plpgsql as $$
begin
  if exists (select from coupons where company_ids @> array[old.id]) then
    raise exception 'a coupon is limited to the company %', old.id
      using errcode = 'foreign_key_violation', constraint = 'coupons_keep_companies', table = 'companies';
  end if;
  return old;
end $$;
create trigger coupons_keep_companies before delete on companies for each row execute function keep_company_of_coupons();

create index coupons_of_companies on coupons using gin (company_ids) where company_ids is not null;
-- Whose seats a person has been named for.
create index company_seats_of_person on company_seats (person_email)
  where person_email is not null and withdrawn_at is null;
