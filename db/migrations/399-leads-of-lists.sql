-- Enquiries that were merged into another one are left out of the lists, so the lists' indexes hold that: a late page of
-- them read ten thousand rows.
drop index leads_newest;
create index leads_newest on leads (created_at desc, id desc) include (merged_into);
drop index leads_by_kind;
create index leads_by_kind on leads (kind, created_at desc, id desc) include (merged_into);
drop index leads_by_status;
create index leads_by_status on leads (status, created_at desc, id desc) include (merged_into);
drop index leads_by_kind_and_status;
create index leads_by_kind_and_status on leads (kind, status, created_at desc, id desc) include (merged_into);
drop index leads_of_assignee;
create index leads_of_assignee on leads (assignee_id, created_at desc, id desc) include (merged_into)
  where assignee_id is not null;
