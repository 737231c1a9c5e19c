-- The list of orders is filtered by source. An order from before sources were kept counts there as one of the site until
-- the job `nameOrderSources` has stored what it is.
create index orders_by_source on orders (coalesce(source, 'site'), created_at desc, id desc);
create index orders_without_source on orders (created_at, id) where source is null;
