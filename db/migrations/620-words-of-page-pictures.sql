-- What the picture of a page shows; those of its sections are in `sections`. The words in English that lack are counted
-- with it. The table has a row for each page of the site.
alter table pages
  add column image_alt jsonb,
  drop column english_missing;
alter table pages
  add column english_missing integer not null
    generated always as (english_missing(title, description, image_alt, sections)) stored;
