-- What a statement's own balances say against its movements; null when they agree or are not given.
alter table bank_statements add column balance_doubt jsonb;
