-- The list of quotes by the last day on which they can be accepted.
create index quotes_by_end on quotes (valid_until, id);
