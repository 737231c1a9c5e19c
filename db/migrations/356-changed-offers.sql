-- The server keeps what searches count in its memory (docs/decisions/0098). Each search asks for what has changed since, by
-- the transaction that changed it: whatever a snapshot did not show was changed by one that began at or after its xmin.
alter table course_offers
  add column changed_in xid8 not null default pg_current_xact_id(),
  -- The same of the terms alone.
  add column terms_changed_in xid8 not null default pg_current_xact_id();
create index course_offers_changed on course_offers (changed_in);

create function offer_was_changed() returns trigger language plpgsql as $$
begin
  new.changed_in := pg_current_xact_id();
  return new;
end
$$;
create trigger course_offers_know_their_change before update on course_offers
  for each row execute function offer_was_changed();

create function offer_terms_were_changed() returns trigger language plpgsql as $$
begin
  new.terms_changed_in := pg_current_xact_id();
  return new;
end
$$;
create trigger course_offers_know_their_terms before update of terms, heads on course_offers
  for each row execute function offer_terms_were_changed();

-- Courses that are deleted have no offer that could say so. Ids are not used again.
create table removed_offers (
  course_id integer primary key,
  removed_in xid8 not null default pg_current_xact_id()
);
create index removed_offers_removed on removed_offers (removed_in);
create function offer_was_removed() returns trigger language plpgsql as $$
begin
  insert into removed_offers (course_id) values (old.course_id) on conflict (course_id) do update set removed_in = excluded.removed_in;
  return null;
end
$$;
create trigger course_offers_know_their_removal after delete on course_offers
  for each row execute function offer_was_removed();
