-- The score by which posts and articles trend, and the key that makes a repeated submission one enquiry, get the names
-- that the code uses. Functions are written anew, since their bodies name the columns as text.
alter table articles rename column heat to trending_score;
alter table posts rename column heat to trending_score;
alter table post_search rename column heat to trending_score;
alter index articles_hottest rename to articles_trending;
alter index posts_hottest rename to posts_trending;
alter index posts_of_category_hottest rename to posts_of_category_trending;
alter table leads rename column press to idempotency_key;
alter index leads_press_key rename to leads_idempotency_key_key;

drop function heat_together(timestamptz[]);
alter function heat_of(timestamptz, double precision) rename to trending_score_of_event;
drop function heat_with(double precision, double precision);
drop function heat_of_all(double precision[]);
drop function heat_of_views(text, integer);
drop function heat_of_article(integer, timestamptz);
drop function heat_of_post(integer, timestamptz);

create function trending_score_with(score double precision, more double precision) returns double precision
language sql immutable parallel safe as $$
  select greatest(score, more) + ln(1 + exp(-abs(score - more)))
$$;

-- What is more than fourteen days (seven halvings) older than the newest event counts nothing.
create function trending_score_of_events(scores double precision[]) returns double precision
language sql immutable parallel safe as $$
  select most + ln(sum(exp(score - most)))
  from (select score, max(score) over () as most from unnest(scores) as score where score is not null) as each
  where score > most - 7 * ln(2.0::double precision)
  group by most
$$;

-- Twenty views count as much as one comment: app/features/views/trending-score.ts says the same.
create function trending_scores_of_views(subject_kind text, subject integer) returns double precision[]
language sql stable as $$
  select coalesce(array_agg(trending_score_of_event((day + time '12:00') at time zone 'Asia/Riyadh', count / 20.0)), '{}')
  from views where kind = subject_kind and subject_id = subject
$$;

create function trending_score_of_article(article integer, published_at timestamptz) returns double precision
language sql stable as $$
  select coalesce(trending_score_of_events(
    array(select trending_score_of_event(created_at) from comments where article_id = article and state = 'shown'
      order by created_at desc limit 1000)
    || trending_scores_of_views('article', article) || trending_score_of_event(published_at)), 0)
$$;

create function trending_score_of_post(post integer, publish_date timestamptz) returns double precision
language sql stable as $$
  select trending_score_of_events(
    array(select trending_score_of_event(created_at) from comments where post_id = post and state = 'shown'
      order by created_at desc limit 1000)
    || trending_scores_of_views('post', post) || trending_score_of_event(publish_date))
$$;

create or replace function article_is_published() returns trigger language plpgsql as $$
begin
  new.trending_score := trending_score_of_article(new.id, new.published_at);
  return new;
end
$$;

create or replace function post_is_published() returns trigger language plpgsql as $$
begin
  new.trending_score := trending_score_of_post(new.id, new.publish_date);
  return new;
end
$$;

create or replace function comment_was_written() returns trigger language plpgsql as $$
begin
  if new.state = 'shown' then
    update articles set comments_count = comments_count + 1,
      trending_score = trending_score_with(trending_score, trending_score_of_event(new.created_at))
    where id = new.article_id;
    update posts set comments_count = comments_count + 1,
      trending_score = trending_score_with(trending_score, trending_score_of_event(new.created_at))
    where id = new.post_id;
  end if;
  return null;
end
$$;

create or replace function comment_went_or_changed() returns trigger language plpgsql as $$
declare
  more integer := 0;
begin
  if tg_op = 'UPDATE' then
    more := (new.state = 'shown')::integer;
  end if;
  more := more - (old.state = 'shown')::integer;
  update articles set trending_score = trending_score_of_article(id, published_at), comments_count = comments_count + more
  where id = old.article_id;
  update posts set trending_score = trending_score_of_post(id, publish_date), comments_count = comments_count + more
  where id = old.post_id;
  return null;
end
$$;

create or replace function post_was_written() returns trigger language plpgsql set jit = off as $$
declare
  words tsvector := '';
begin
  if new.state = 'shown' then
    words := search_vector(new.title, 'A') || search_vector(new.content, 'D');
    insert into post_words (word) select unnest(tsvector_to_array(words)) on conflict do nothing;
    words := words || post_marks(new.id, new.author_id, new.category_id);
  end if;
  insert into post_search (post_id, terms, publish_date, comments_count, trending_score)
  values (new.id, words, new.publish_date, new.comments_count, new.trending_score)
  on conflict (post_id) do update set terms = excluded.terms, publish_date = excluded.publish_date,
    comments_count = excluded.comments_count, trending_score = excluded.trending_score;
  return null;
end
$$;

alter function post_was_talked_about() rename to copy_counts_to_post_search;
create or replace function copy_counts_to_post_search() returns trigger language plpgsql as $$
begin
  update post_search set comments_count = new.comments_count, trending_score = new.trending_score
  where post_id = new.id;
  return null;
end
$$;

-- The score changes with each batch of views, which must not drop the pages that show a list by it.
drop trigger tell_pages_of_changes on posts;
create trigger tell_pages_of_changes after update on posts for each row
  when ((to_jsonb(old) - 'trending_score') is distinct from (to_jsonb(new) - 'trending_score'))
  execute function tell_pages();
drop trigger tell_pages_of_changes on articles;
create trigger tell_pages_of_changes after update on articles for each row
  when ((to_jsonb(old) - 'trending_score') is distinct from (to_jsonb(new) - 'trending_score'))
  execute function tell_pages();
