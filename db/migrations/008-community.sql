create table post_categories (
  id integer generated always as identity primary key,
  key text not null unique,
  name jsonb not null,
  summary jsonb not null,
  position integer not null default 0
);

-- Members write in one language, so title and content are plain texts.
create table posts (
  id integer generated always as identity primary key,
  key text unique,
  author_id integer not null references authors,
  category_id integer not null references post_categories,
  title text not null check (length(title) between 1 and 200),
  -- Markdown.
  content text not null check (length(content) between 1 and 20000),
  -- `waiting` for a member of staff; `hidden` by reports or by one.
  state text not null default 'shown' check (state in ('shown', 'waiting', 'hidden')),
  -- A time ahead is scheduled.
  publish_date timestamptz not null,
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  -- Kept by triggers on comments.
  comments_count integer not null default 0,
  heat double precision not null default 0
);
create index posts_newest on posts (publish_date desc, id desc) where state = 'shown';
create index posts_most_discussed on posts (comments_count desc, publish_date desc, id desc) where state = 'shown';
create index posts_hottest on posts (heat desc, id desc) where state = 'shown';
create index posts_of_category on posts (category_id, publish_date desc, id desc) where state = 'shown';
create index posts_of_category_most_discussed on posts (category_id, comments_count desc, publish_date desc, id desc)
  where state = 'shown';
create index posts_of_category_hottest on posts (category_id, heat desc, id desc) where state = 'shown';
create index posts_of_author on posts (author_id, publish_date desc, id desc);

-- Comments of articles and of posts are one thing: each is under one of the two.
create table comments (
  id integer generated always as identity primary key,
  key text unique,
  article_id integer references articles on delete cascade,
  post_id integer references posts on delete cascade,
  author_id integer not null references authors,
  text text not null check (length(text) between 1 and 5000),
  state text not null default 'shown' check (state in ('shown', 'waiting', 'hidden')),
  created_at timestamptz not null,
  edited_at timestamptz,
  check (num_nonnulls(article_id, post_id) = 1)
);
create index comments_of_article on comments (article_id, created_at, id) where article_id is not null;
create index comments_of_post on comments (post_id, created_at, id) where post_id is not null;
create index comments_of_author on comments (author_id, created_at desc);

create function heat_of_article(article integer, published_at timestamptz) returns double precision
language sql stable as $$
  select coalesce(heat_together(
    array(select created_at from comments where article_id = article and state = 'shown') || published_at), 0)
$$;

create function heat_of_post(post integer, publish_date timestamptz) returns double precision
language sql stable as $$
  select heat_together(
    array(select created_at from comments where post_id = post and state = 'shown') || publish_date)
$$;

create function article_is_published() returns trigger language plpgsql as $$
begin
  new.heat := heat_of_article(new.id, new.published_at);
  return new;
end
$$;
create trigger articles_begin_warm before insert or update of published_at on articles
  for each row execute function article_is_published();

create function post_is_published() returns trigger language plpgsql as $$
begin
  new.heat := heat_of_post(new.id, new.publish_date);
  return new;
end
$$;
create trigger posts_begin_warm before insert or update of publish_date on posts
  for each row execute function post_is_published();

-- A new comment is added to what is known; whatever goes away is counted anew.
create function comment_was_written() returns trigger language plpgsql as $$
begin
  if new.state = 'shown' then
    update articles set comments_count = comments_count + 1, heat = heat_with(heat, heat_of(new.created_at))
    where id = new.article_id;
    update posts set comments_count = comments_count + 1, heat = heat_with(heat, heat_of(new.created_at))
    where id = new.post_id;
  end if;
  return null;
end
$$;
create trigger comments_are_added after insert on comments
  for each row execute function comment_was_written();

create function comment_went_or_changed() returns trigger language plpgsql as $$
begin
  update articles set heat = heat_of_article(id, published_at),
    comments_count = (select count(*) from comments where article_id = articles.id and state = 'shown')
  where id = old.article_id;
  update posts set heat = heat_of_post(id, publish_date),
    comments_count = (select count(*) from comments where post_id = posts.id and state = 'shown')
  where id = old.post_id;
  return null;
end
$$;
create trigger comments_are_counted_anew after delete or update of state, created_at on comments
  for each row execute function comment_went_or_changed();

-- What a post is found by. Kept by the trigger below; never written by hand. A synonym that is added later is known to
-- posts that are written after it: there may be a million older ones.
create table post_search (
  post_id integer primary key references posts on delete cascade,
  terms tsvector not null
);
create index post_search_terms on post_search using gin (terms);

create function post_was_written() returns trigger language plpgsql set jit = off as $$
begin
  insert into post_search (post_id, terms)
  values (new.id, search_vector(new.title, 'A') || search_vector(new.content, 'D'))
  on conflict (post_id) do update set terms = excluded.terms;
  return null;
end
$$;
create trigger post_search_follows_posts after insert or update of title, content on posts
  for each row execute function post_was_written();

call shown_on_pages('post_categories');
call shown_on_pages('posts');
call shown_on_pages('comments');
