-- Whoever writes: a trainer, a person with an account, or somebody of the content's files who has neither. A name is
-- kept in one place: the trainer's, the account's, or here. Who has none of them is a former member.
create table authors (
  id integer generated always as identity primary key,
  key text unique,
  trainer_id integer unique references trainers on delete set null,
  user_id integer unique references users on delete set null,
  kind text not null default 'member' check (kind in ('teacher', 'staff', 'member')),
  name jsonb,
  title jsonb,
  picture text
);

-- A person's name stands on pages; the rest of an account does not.
create function tell_pages_of_person() returns trigger language plpgsql as $$
begin
  perform pg_notify('pages', 'authors');
  return null;
end $$;
create trigger tell_pages_of_person
  after update of user_name, profile_picture, roles on users for each row
  when ((old.user_name, old.profile_picture, old.roles) is distinct from (new.user_name, new.profile_picture, new.roles))
  execute function tell_pages_of_person();

create table blog_categories (
  id integer generated always as identity primary key,
  key text not null unique,
  name jsonb not null,
  summary jsonb not null,
  position integer not null default 0
);

create table tags (
  key text primary key,
  name jsonb not null
);

-- How many words a text has, for the time that it takes to read.
create function word_count(t text) returns integer
language sql immutable parallel safe as $$
  select coalesce(array_length(regexp_split_to_array(btrim(t), '\s+'), 1), 0)
$$;

-- What is talked about: each event counts half as much after two days. Kept as a logarithm, the sum of many events stays
-- comparable for ever without being counted anew, so that an index can hold it.
create function heat_of(at timestamptz, weight double precision default 1) returns double precision
language sql immutable parallel safe as $$
  select ln(weight) + (extract(epoch from at)::double precision - 1767225600) / 86400 * ln(2.0::double precision) / 2
$$;

create function heat_with(heat double precision, more double precision) returns double precision
language sql immutable parallel safe as $$
  select greatest(heat, more) + ln(1 + exp(-abs(heat - more)))
$$;

create function heat_together(events timestamptz[]) returns double precision
language sql immutable parallel safe as $$
  select most + ln(sum(exp(heat - most)))
  from (select heat_of(at) as heat, max(heat_of(at)) over () as most from unnest(events) as at where at is not null) as each
  group by most
$$;

create table articles (
  id integer generated always as identity primary key,
  key text unique,
  slug text not null unique,
  category_id integer not null references blog_categories,
  author_id integer not null references authors,
  -- Keys of tags, in the order in which they are shown.
  tags text[] not null default '{}',
  title jsonb not null,
  summary jsonb not null,
  -- Markdown.
  body jsonb not null,
  cover text not null,
  seo jsonb not null,
  -- Null is a draft, a time ahead is scheduled.
  published_at timestamptz,
  updated_at timestamptz not null,
  words_ar integer not null generated always as (word_count(body ->> 'ar')) stored,
  words_en integer not null generated always as (word_count(body ->> 'en')) stored,
  -- Kept by triggers on comments.
  comments_count integer not null default 0,
  heat double precision not null default 0
);
create index articles_newest on articles (published_at desc, id desc);
create index articles_of_category on articles (category_id, published_at desc, id desc);
create index articles_of_author on articles (author_id, published_at desc, id desc);
create index articles_hottest on articles (heat desc, id desc) where published_at is not null;
create index articles_by_tag on articles using gin (tags);

create table former_article_slugs (
  slug text primary key,
  article_id integer not null references articles on delete cascade
);

-- What an article is found by. Kept by the triggers below; never written by hand.
create table article_search (
  article_id integer primary key references articles on delete cascade,
  terms tsvector not null
);
create index article_search_terms on article_search using gin (terms);

create function refresh_article_search(ids integer[]) returns void
language plpgsql set jit = off set enable_seqscan = off as $$
begin
  insert into article_search (article_id, terms)
  select
    articles.id,
    search_vector(concat_ws(' ', title ->> 'ar', title ->> 'en'), 'A')
      || search_vector(concat_ws(' ', blog_categories.name ->> 'ar', blog_categories.name ->> 'en',
        (select string_agg(concat_ws(' ', tags.name ->> 'ar', tags.name ->> 'en'), ' ')
         from tags where tags.key = any (articles.tags))), 'B')
      || search_vector(concat_ws(' ', articles.summary ->> 'ar', articles.summary ->> 'en'), 'C')
      || search_vector(concat_ws(' ', body ->> 'ar', body ->> 'en'), 'D')
  from articles join blog_categories on blog_categories.id = articles.category_id
  where articles.id = any (ids)
  order by articles.id
  on conflict (article_id) do update set terms = excluded.terms;
end
$$;

create function article_was_written() returns trigger language plpgsql as $$
begin
  perform refresh_article_search(array[new.id]);
  return null;
end
$$;
create trigger article_search_follows_articles
  after insert or update of title, summary, body, category_id, tags on articles
  for each row execute function article_was_written();

create function blog_category_was_renamed() returns trigger language plpgsql as $$
begin
  perform refresh_article_search(array(select id from articles where category_id = new.id));
  return null;
end
$$;
create trigger article_search_follows_categories
  after update of name on blog_categories
  for each row when (old.name is distinct from new.name) execute function blog_category_was_renamed();

create function tag_was_named() returns trigger language plpgsql as $$
begin
  perform refresh_article_search(array(select id from articles where tags @> array[new.key]));
  return null;
end
$$;
create trigger article_search_follows_tags
  after insert or update of name on tags
  for each row execute function tag_was_named();

create function synonyms_were_written_for_articles() returns trigger language plpgsql as $$
begin
  perform refresh_article_search(array(select id from articles));
  return null;
end
$$;
create trigger article_search_follows_synonyms
  after insert or update or delete on search_synonyms
  for each statement execute function synonyms_were_written_for_articles();

call shown_on_pages('authors');
call shown_on_pages('blog_categories');
call shown_on_pages('tags');
call shown_on_pages('articles');
call shown_on_pages('former_article_slugs');
