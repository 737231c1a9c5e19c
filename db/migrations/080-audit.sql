-- What an action changed, from where it was done, and which part of the institute it belongs to: the parts are listed in
-- app/features/audit/areas.ts, and decide which staff may read the row.
alter table audit_log alter column at type timestamptz(3);
alter table audit_log
  add column area text not null default 'institute'
    check (area in ('money', 'content', 'learning', 'people', 'institute')),
  add column before jsonb,
  add column after jsonb,
  add column ip text,
  add column user_agent text,
  -- The run that the action was about, so that its trainer may read the row. No reference: the row outlives the run.
  add column run_id integer;

-- The rows of earlier versions: the only change of any row that there will ever be.
alter table audit_log disable trigger audit_log_stays;
update audit_log set area = case split_part(action, '.', 1)
  when 'order' then 'money' when 'payment' then 'money' when 'lead' then 'people' when 'content' then 'content'
  else 'institute' end;
alter table audit_log enable trigger audit_log_stays;
alter table audit_log alter column area drop default;

create index audit_log_newest on audit_log (at desc, id desc);
create index audit_log_of_person on audit_log (user_id, at desc, id desc);
create index audit_log_of_area on audit_log (area, at desc, id desc);
create index audit_log_of_action on audit_log (action, at desc, id desc);
create index audit_log_of_run on audit_log (run_id, at desc, id desc) where run_id is not null;
-- By the beginning of a reference.
create index audit_log_of_subject on audit_log (lower(subject) text_pattern_ops);
