-- How posts are found among a million; see docs/decisions/0027.

-- What lists are sorted by stands beside what posts are found by: ten thousand matches are sorted without reading posts.
alter table post_search
  add column publish_date timestamptz,
  add column comments_count integer not null default 0,
  add column heat double precision not null default 0;
-- Terms lie apart from the rows, so that many matches are few pages; counts change in place.
alter table post_search alter column terms set storage external;
alter table post_search set (toast_tuple_target = 128, fillfactor = 90);
-- A list of what is yet to be indexed would be read whole by each search.
alter index post_search_terms set (fastupdate = off);

-- Every term that a post is found by, and about how many posts have it.
create table post_words (
  word text collate "C" primary key,
  posts integer not null default 1
);
create index post_words_of_two_letters on post_words (left(word, 2), posts desc);
create index post_words_of_three_letters on post_words (left(word, 3), posts desc);

-- What a post is narrowed by beside its words. Words hold no slash. A part is eight thousand neighbours, so that a search
-- can begin with the newest and stop.
create function post_marks(post integer, author integer, category integer) returns tsvector
language sql immutable parallel safe as $$
  select array_to_tsvector(array['part/' || post / 8192, 'author/' || author, 'category/' || category])
$$;

-- One post in a thousand, from which a search knows how much it would find: in an index of its own, since to ask that of
-- all posts for a thousand of them took as long as the search. Chosen by a hash, so that no habit of writing favours one
-- kind of post.
create function in_sample(post integer) returns boolean
language sql immutable parallel safe as $$
  select post::bigint * 2654435761 % 4294967296 < 4194304
$$;
create index post_search_sample on post_search using gin (terms) with (fastupdate = off) where in_sample(post_id);

create or replace function post_was_written() returns trigger language plpgsql set jit = off as $$
declare
  words tsvector := '';
begin
  if new.state = 'shown' then
    words := search_vector(new.title, 'A') || search_vector(new.content, 'D');
    insert into post_words (word) select unnest(tsvector_to_array(words)) on conflict do nothing;
    words := words || post_marks(new.id, new.author_id, new.category_id);
  end if;
  insert into post_search (post_id, terms, publish_date, comments_count, heat)
  values (new.id, words, new.publish_date, new.comments_count, new.heat)
  on conflict (post_id) do update set terms = excluded.terms, publish_date = excluded.publish_date,
    comments_count = excluded.comments_count, heat = excluded.heat;
  return null;
end
$$;
drop trigger post_search_follows_posts on posts;
create trigger post_search_follows_posts
  after insert or update of title, content, state, publish_date, author_id, category_id on posts
  for each row execute function post_was_written();

create function post_was_talked_about() returns trigger language plpgsql as $$
begin
  update post_search set comments_count = new.comments_count, heat = new.heat where post_id = new.id;
  return null;
end
$$;
create trigger post_search_follows_counts after update on posts
  for each row when ((old.comments_count, old.heat) is distinct from (new.comments_count, new.heat))
  execute function post_was_talked_about();

-- The terms that a word asks for: those that it stands for, and those that one of them begins. When there are too many,
-- as with two letters, the most used: they alone find more posts than a list shows, and each further one is compared at
-- each match.
create function post_lexemes(asked text) returns text[]
language plpgsql stable set enable_seqscan = off as $$
declare
  forms text[] := search_terms(asked);
  form text;
  found text[] := '{}';
begin
  -- The last one is the stem, which is looked for as it is.
  for form in select distinct unnest(forms[:array_length(forms, 1) - 1]) loop
    if length(form) = 2 then
      found := found || array(select word from post_words where left(word, 2) = form order by posts desc limit 8);
    elsif length(form) = 3 then
      found := found || array(select word from post_words where left(word, 3) = form order by posts desc limit 12);
    elsif length(form) > 3 then
      found := found || array(
        select word from (
          select word, posts from post_words where word >= form and word < form || chr(1114111) order by word limit 2000
        ) as begun order by posts desc limit 24);
    end if;
  end loop;
  return array(
    select word from post_words where word = any (forms || found)
    order by word = any (forms) desc, posts desc limit 24);
end
$$;

-- A tsquery for each word of a term, every one of which must be found. Null when no post has one of them; `mend` takes
-- such a word for a typing error.
create function post_query(term text, mend boolean) returns text[]
language plpgsql stable as $$
declare
  asked record;
  lexemes text[];
  parts text[] := '{}';
begin
  for asked in select word from search_asked(term) order by place loop
    lexemes := post_lexemes(asked.word);
    if mend and lexemes = '{}' then
      lexemes := array(select distinct lexeme from search_nearest(asked.word, false) as near, unnest(post_lexemes(near)) as lexeme);
    end if;
    if lexemes = '{}' then return null; end if;
    parts := parts || (select string_agg(quote_literal(lexeme), ' | ') from unnest(lexemes) as lexeme);
  end loop;
  return parts;
end
$$;

-- Indexes from which whole pages of lists are read, their last page included.
drop index posts_hottest;
create index posts_hottest on posts (heat desc, id desc) include (publish_date) where state = 'shown';
drop index posts_of_category_hottest;
create index posts_of_category_hottest on posts (category_id, heat desc, id desc) include (publish_date)
  where state = 'shown';
drop index comments_of_post;
create index comments_of_post on comments (post_id, created_at, id) include (state) where post_id is not null;
drop index comments_of_article;
create index comments_of_article on comments (article_id, created_at, id) include (state) where article_id is not null;

-- What is there already.
insert into post_words (word, posts) select word, ndoc from ts_stat('select terms from post_search') where word not like '%/%';
update post_search set
  terms = case when state = 'shown' then terms || post_marks(posts.id, author_id, category_id) else '' end,
  publish_date = posts.publish_date, comments_count = posts.comments_count, heat = posts.heat
from posts where posts.id = post_search.post_id;
alter table post_search alter column publish_date set not null;
