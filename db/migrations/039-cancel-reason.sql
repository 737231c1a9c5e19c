alter table orders
  -- Its learner's words for giving it up; gone with their account.
  add column cancel_reason text;
