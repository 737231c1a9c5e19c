-- The sitemap has a file for each 20,000 numbers of a kind. These indexes hold all that a file needs, and the newest
-- change of each file first.
create index courses_in_sitemap on courses ((id / 20000), (greatest(updated_at, published_at)) desc)
  include (id, slug, updated_at, published_at) where published_at is not null;
create index articles_in_sitemap on articles ((id / 20000), (greatest(updated_at, published_at)) desc)
  include (id, slug, updated_at, published_at) where published_at is not null;
create index posts_in_sitemap on posts ((id / 20000), (greatest(edited_at, publish_date)) desc)
  include (id, edited_at, publish_date) where state = 'shown';

-- When the list of a specialization, and that of the reviews, last changed.
create index courses_changed_in_specialization
  on courses (specialization_id, (greatest(updated_at, published_at)) desc) include (updated_at, published_at)
  where published_at is not null;
create index reviews_newest on reviews (created_at desc);
