-- Since when the sender waited for whose answer a reminder was sent: one for each promise.
alter table leads add column reminded_since timestamptz;
-- The enquiry of the same sender that goes on instead of this one, and since when.
alter table leads add column merged_into integer references leads;
alter table leads add column merged_at timestamptz;
alter table leads add check ((merged_into is null) = (merged_at is null));
-- The order that a complaint is about.
alter table leads add column order_id uuid references orders;
create index leads_merged on leads (merged_into) where merged_into is not null;
create index leads_of_order on leads (order_id) where order_id is not null;
-- Those whose sender waits, by kind: each kind has its promise.
create index leads_waiting on leads (kind, (coalesce(waiting_since, created_at)))
  where status in ('received', 'handling') and erased_at is null;

alter table lead_events add column merged_with integer references leads;
create index lead_events_merged on lead_events (merged_with) where merged_with is not null;
alter table lead_events drop constraint lead_events_check;
alter table lead_events add constraint lead_events_check
  check (num_nonnulls(status, assignee_id, note, merged_with) > 0);
