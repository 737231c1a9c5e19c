-- Lists of the desk are sorted by what staff look for: companies by name, courses by price.
create index companies_by_name on companies (ar_norm(name ->> 'ar'), id);
create index courses_by_price on courses (price_halalas, id);
