-- A file of the sitemap spans 5,000 numbers, so that it is made in a few milliseconds.
drop index courses_in_sitemap;
drop index articles_in_sitemap;
drop index posts_in_sitemap;
create index courses_in_sitemap on courses ((id / 5000), (greatest(updated_at, published_at)) desc)
  include (id, slug, updated_at, published_at) where published_at is not null;
create index articles_in_sitemap on articles ((id / 5000), (greatest(updated_at, published_at)) desc)
  include (id, slug, updated_at, published_at) where published_at is not null;
create index posts_in_sitemap on posts ((id / 5000), (greatest(edited_at, publish_date)) desc)
  include (id, edited_at, publish_date) where state = 'shown';
