-- The sample of posts gets an index of its own: to ask one of all posts for a thousand of them took as long as the
-- search. Chosen by a hash, so that no habit of writing favours one kind of post.
create function in_sample(post integer) returns boolean
language sql immutable parallel safe as $$
  select post::bigint * 2654435761 % 4294967296 < 4194304
$$;
create index post_search_sample on post_search using gin (terms) with (fastupdate = off) where in_sample(post_id);

create or replace function post_marks(post integer, author integer, category integer) returns tsvector
language sql immutable parallel safe as $$
  select array_to_tsvector(array['part/' || post / 8192, 'author/' || author, 'category/' || category])
$$;
update post_search set terms = ts_delete(terms, 'sample/1') where terms @@ '''sample/1'''::tsquery;

-- As before, with fewer terms for a beginning: each of them is compared at each match, and two dozen of the most used find
-- more than a list shows.
create or replace function post_lexemes(asked text) returns text[]
language plpgsql stable set enable_seqscan = off as $$
declare
  forms text[] := search_terms(asked);
  form text;
  found text[] := '{}';
begin
  -- The last one is the stem, which is looked for as it is.
  for form in select distinct unnest(forms[:array_length(forms, 1) - 1]) loop
    if length(form) = 2 then
      found := found || array(select word from post_words where left(word, 2) = form order by posts desc limit 24);
    elsif length(form) = 3 then
      found := found || array(select word from post_words where left(word, 3) = form order by posts desc limit 24);
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
