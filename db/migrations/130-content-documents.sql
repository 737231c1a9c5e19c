-- What each record of a content folder was right after its import: a record that is something else by now was changed
-- in the desk, and the next import leaves it as it is.
create table content_documents (
  kind text not null,
  key text not null,
  -- Null: loaded before hashes were kept.
  hash text,
  primary key (kind, key)
);
insert into content_documents (kind, key)
select 'institute', 'institute' from institute
union all select 'specializations', key from specializations where parent_id is null
union all select 'trainers', key from trainers
union all select 'courses', key from courses
union all select 'runs', c.key || '/' || s.key from schedules s join courses c on c.id = s.course_id
union all select 'reviews', key from reviews where key is not null
union all select 'coupons', code from coupons
union all select 'pages', code from pages
union all select 'search texts', code from page_seo
union all select 'questions', key from faq_groups
union all select kind || 's', key from organisations
union all select 'authors', key from authors where key is not null and name is not null
union all select 'blog categories', key from blog_categories
union all select 'tags', key from tags
union all select 'articles', key from articles where key is not null
union all select 'post categories', key from post_categories
union all select 'posts', key from posts where key is not null;
