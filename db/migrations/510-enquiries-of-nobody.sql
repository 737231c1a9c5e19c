-- Enquiries that nobody handles, as the desk lists them.
create index leads_of_nobody on leads (created_at desc, id desc) include (status, merged_into) where assignee_id is null;
