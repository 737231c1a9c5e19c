-- Staff list the orders of a course or of a run, the newest first, and those with any refund.
drop index orders_of_course;
create index orders_of_course on orders (course_id, created_at desc, id desc);
drop index orders_of_run;
create index orders_of_run on orders (schedule_id, created_at desc, id desc) where schedule_id is not null;
create index refunds_newest on refunds (ordered_at desc, order_id desc);
