-- The roles Finance and Content; what each may do is in app/api/rights.ts.
alter table users drop constraint users_roles_known;
alter table users add constraint users_roles_known
  check (cardinality(roles) > 0 and roles <@ array['Student', 'Teacher', 'Content', 'Finance', 'Admin', 'Owner']);
