-- The purchases of companies that a moved or cancelled run concerns, beside its orders: a job does one after another.
create table run_action_purchases (
  action_id uuid not null references run_actions on delete cascade,
  quote_id integer not null references quotes,
  -- What was given back: seats, and the sum of their credit notes.
  seats integer,
  credited_halalas integer,
  done_at timestamptz,
  primary key (action_id, quote_id),
  check ((done_at is null) = (seats is null) and (seats is null) = (credited_halalas is null))
);
create index run_action_purchases_of_quote on run_action_purchases (quote_id);
