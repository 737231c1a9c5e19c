-- Staff find an order by the last digits of its number.
create index orders_by_end_of_number on orders (reverse(reference) text_pattern_ops);
