-- What is looked up, or deleted with an account, by a reference to another table.
create index orders_of_course on orders (course_id);
create index refunds_of_attempt on refunds (attempt_id) where attempt_id is not null;
create index refunds_of_requester on refunds (requested_by) where requested_by is not null;
create index reviews_of_user on reviews (user_id) where user_id is not null;
create index unmatched_payments_of_order on unmatched_payments (order_id) where order_id is not null;
create index messages_of_sender on messages (reply_to) where reply_to is not null;
create index notify_requests_of_address on notify_requests (email);
