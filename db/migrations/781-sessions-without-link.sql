-- Today warns of online sessions that are near and have no link to join.
create index run_sessions_without_link on run_sessions (starts_at) where join_link is null and room is null;
