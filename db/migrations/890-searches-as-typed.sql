-- A search without results as it was typed last: what staff read, and what an article about it begins with. Null of a
-- search from before, whose folded term is shown.
alter table search_misses add column asked text check (length(asked) <= 100);
