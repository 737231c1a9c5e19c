alter table refunds
  -- The bank's reference of money that staff sent themselves.
  add column bank_reference text;
