-- Accounts by the name that the desk shows, in the order of its list. Not by the column for searches: they would go
-- through this index whole.
create index users_by_shown_name on users (ar_norm(first_name || ' ' || last_name), id) where erased_at is null;
