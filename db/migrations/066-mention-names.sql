-- A name as it is written after `@` is computed when the name changes: for thousands of names it took longer than all
-- else. Later words are apart, so that a search for them does not find every first name.
alter table users
  add column mention_name text not null generated always as (mention_key(user_name)) stored,
  add column mention_rest text generated always as (substring(mention_key(user_name) from '_.*')) stored;
drop index users_by_mention_key;
drop index users_by_mention_words;
create index users_by_mention_name on users (mention_name text_pattern_ops);
create index users_by_mention_rest on users using gin (mention_rest gin_trgm_ops);
