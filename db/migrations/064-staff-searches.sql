-- Staff find people by a part of a name. It is folded once, when it is written; the blank before it lets a short term be
-- looked up as the beginning of a word, for which trigrams suffice.
alter table users add column search_name text not null
  generated always as (' ' || ar_norm(first_name || ' ' || last_name)) stored;
alter table leads add column search_name text generated always as (' ' || ar_norm(name)) stored;
create index users_by_name on users using gin (search_name gin_trgm_ops) where erased_at is null;
create index leads_by_name on leads using gin (search_name gin_trgm_ops);
create index users_by_phone on users (phone);
create index users_by_role on users using gin (roles);

-- The pattern that a searched name fits: three letters and more anywhere, fewer at the beginning of a word.
create function name_pattern(search text) returns text language sql immutable parallel safe as $$
  select '%' || case when char_length(key) < 3 then ' ' else '' end
    || regexp_replace(key, '([\\%_])', '\\\1', 'g') || '%'
  from btrim(ar_norm(search)) as key
$$;

-- Each list of staff is read from an index in its order. A list that two filters narrow has its own.
create index orders_by_status on orders (status, created_at desc, id desc);
create index orders_by_method on orders (method, created_at desc, id desc);
create index orders_by_status_and_method on orders (status, method, created_at desc, id desc);
drop index leads_of_assignee;
create index leads_of_assignee on leads (assignee_id, created_at desc, id desc) where assignee_id is not null;
create index leads_by_kind on leads (kind, created_at desc, id desc);
create index leads_by_kind_and_status on leads (kind, status, created_at desc, id desc);
create index unmatched_payments_by_status on unmatched_payments (status, seen_at desc, id desc);
create index security_events_by_event on security_events (event, at desc, id desc);
create index security_events_by_outcome on security_events (outcome, at desc, id desc);
create index security_events_by_event_and_outcome on security_events (event, outcome, at desc, id desc);

-- When the order of a refund was placed, so that orders are listed by the state of their refund. It never changes.
alter table refunds add column ordered_at timestamptz;
update refunds set ordered_at = (select created_at from orders where id = refunds.order_id);
create function refund_was_ordered() returns trigger language plpgsql as $$
begin
  select created_at into new.ordered_at from orders where id = new.order_id;
  return new;
end
$$;
create trigger refunds_know_their_order before insert on refunds
  for each row execute function refund_was_ordered();
create index refunds_by_status on refunds (status, ordered_at desc, order_id desc);
