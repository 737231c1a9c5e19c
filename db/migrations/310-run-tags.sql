-- Words by which staff find runs again, such as a customer or a season; visitors never see them.
alter table schedules add column tags text[] not null default '{}'
  check (cardinality(tags) <= 10 and array_position(tags, '') is null);
create index schedules_by_tag on schedules using gin (tags);
