-- Few of all events wait: the metrics count them without reading the others.
create index payment_events_unhandled on payment_events (received_at) where handled_at is null;
