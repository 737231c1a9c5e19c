-- How often posts and articles are read; see docs/decisions/0027.

-- Written in batches, by every server its own share. Nothing says who read.
create table views (
  -- The day in Riyadh.
  day date not null,
  kind text not null check (kind in ('post', 'article')),
  subject_id integer not null,
  count integer not null check (count > 0),
  primary key (day, kind, subject_id)
);
create index views_of_subject on views (kind, subject_id, day);

-- Twenty views count as much as one comment: app/features/views/heat.ts says the same.
create function heat_of_views(subject_kind text, subject integer) returns double precision[]
language sql stable as $$
  select coalesce(array_agg(heat_of((day + time '12:00') at time zone 'Asia/Riyadh', count / 20.0)), '{}')
  from views where kind = subject_kind and subject_id = subject
$$;

-- What is more than fourteen days (seven halvings) older than the newest event counts nothing.
create function heat_of_all(heats double precision[]) returns double precision
language sql immutable parallel safe as $$
  select most + ln(sum(exp(heat - most)))
  from (select heat, max(heat) over () as most from unnest(heats) as heat where heat is not null) as each
  where heat > most - 7 * ln(2.0::double precision)
  group by most
$$;

-- The newest thousand comments are enough: what is older weighs nothing beside them.
create or replace function heat_of_article(article integer, published_at timestamptz) returns double precision
language sql stable as $$
  select coalesce(heat_of_all(
    array(select heat_of(created_at) from comments where article_id = article and state = 'shown'
      order by created_at desc limit 1000)
    || heat_of_views('article', article) || heat_of(published_at)), 0)
$$;
create or replace function heat_of_post(post integer, publish_date timestamptz) returns double precision
language sql stable as $$
  select heat_of_all(
    array(select heat_of(created_at) from comments where post_id = post and state = 'shown'
      order by created_at desc limit 1000)
    || heat_of_views('post', post) || heat_of(publish_date))
$$;

-- What goes away is subtracted: to count fifty thousand comments anew takes long.
create or replace function comment_went_or_changed() returns trigger language plpgsql as $$
declare
  more integer := 0;
begin
  if tg_op = 'UPDATE' then
    more := (new.state = 'shown')::integer;
  end if;
  more := more - (old.state = 'shown')::integer;
  update articles set heat = heat_of_article(id, published_at), comments_count = comments_count + more
  where id = old.article_id;
  update posts set heat = heat_of_post(id, publish_date), comments_count = comments_count + more
  where id = old.post_id;
  return null;
end
$$;

-- For those comments that leave the fourteen days.
create index comments_by_time on comments using brin (created_at) with (pages_per_range = 16);

-- Heat changes with each batch of views. Pages that show a list by it may be half a minute old, as any page may be: to
-- drop them all every few seconds would be to keep none.
drop trigger tell_pages on posts;
create trigger tell_pages after insert or delete on posts for each row execute function tell_pages();
create trigger tell_pages_of_changes after update on posts for each row
  when ((to_jsonb(old) - 'heat') is distinct from (to_jsonb(new) - 'heat')) execute function tell_pages();
drop trigger tell_pages on articles;
create trigger tell_pages after insert or delete on articles for each row execute function tell_pages();
create trigger tell_pages_of_changes after update on articles for each row
  when ((to_jsonb(old) - 'heat') is distinct from (to_jsonb(new) - 'heat')) execute function tell_pages();
