-- A word that only articles hold is known, too: it is not taken for a typing error.
create or replace function search_knows(part tsquery) returns boolean
language sql stable set enable_seqscan = off as $$
  select exists (select from specialization_search where terms @@ part)
    or exists (select from question_search where terms @@ part)
    or exists (
      select from article_search join articles on articles.id = article_search.article_id
      where terms @@ part and published_at is not null)
$$;
