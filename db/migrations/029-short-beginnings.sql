-- As before, with fewer terms for beginnings of two and three letters: those find so much that each further term only
-- makes the search longer.
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
