-- A beginning with a letter too few or too many is compared with the beginning that was meant, not with one of its own
-- length: acount is account, of accounting.
create or replace function search_nearest(asked text, unfinished boolean) returns setof text
language plpgsql stable set pg_trgm.similarity_threshold = 0.2 set enable_seqscan = off as $$
declare
  bare text := search_bare(asked);
  size integer := length(bare);
begin
  if size < 4 then return; end if;
  return query
    select word from (
      select word, letters, rank() over (order by wrong) as place
      from (
        select word, letters, compared, levenshtein_less_equal(bare, compared, 2) as wrong
        from search_words, unnest(case
          when unfinished and size > 4 and length(word) > size
            then array[word, left(word, size - 1), left(word, size), left(word, size + 1)]
          else array[word] end) as compared
        where letters % search_letters(bare)
      ) as near
      where wrong <= case when size < 8 then 1 else 2 end or (wrong = 2 and search_same_letters(bare, compared))
    ) as nearest
    where place = 1
    group by word, letters
    order by similarity(letters, search_letters(bare)) desc, word
    limit 3;
end
$$;
