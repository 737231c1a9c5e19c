-- Which words the institute added itself: the others come with the product.
alter table search_synonyms add column is_own boolean not null default false;

-- Articles whose search terms are to be made anew.
create table articles_to_index (
  article_id integer primary key references articles on delete cascade
);

-- A synonym made the terms of every article anew. Now those that its words concern: the newest at once, so that whoever
-- adds a word sees what it does, the others by the job.
drop trigger article_search_follows_synonyms on search_synonyms;
drop function synonyms_were_written_for_articles();

create function synonyms_were_written_for_articles() returns trigger language plpgsql set enable_seqscan = off as $$
declare
  asked tsquery;
  ids integer[];
begin
  asked := (select string_agg(format('''%s''', word), ' | ') from (
    select word from search_synonyms where sense in (select sense from written) union select word from written) as all_words);
  if asked is null then return null; end if;
  ids := array(select article_id from (select article_id from article_search where terms @@ asked offset 0) as matches
    order by article_id desc);
  perform refresh_article_search(ids[1:5]);
  insert into articles_to_index select unnest(ids[6:]) order by 1 on conflict do nothing;
  return null;
end
$$;
create trigger article_search_follows_added_synonyms after insert on search_synonyms
  referencing new table as written for each statement execute function synonyms_were_written_for_articles();
create trigger article_search_follows_removed_synonyms after delete on search_synonyms
  referencing old table as written for each statement execute function synonyms_were_written_for_articles();

-- @returns how many were indexed
create function index_waiting_articles(how_many integer) returns integer language plpgsql as $$
declare
  ids integer[];
begin
  with taken as (
    delete from articles_to_index where article_id in (
      select article_id from articles_to_index order by article_id desc limit how_many for update skip locked)
    returning article_id
  )
  select coalesce(array_agg(article_id), '{}') into ids from taken;
  perform refresh_article_search(ids);
  return cardinality(ids);
end
$$;
