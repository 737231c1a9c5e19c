-- The banned authors are few among all: the list of bans reads only them.
create index authors_stopped on authors (stopped_at desc, id desc) where stopped_at is not null;
