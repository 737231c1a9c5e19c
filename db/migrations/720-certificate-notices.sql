-- A learner is told once of each certificate: a notice can be about one, beside the mail.
alter table notifications add column certificate_id integer references certificates on delete cascade;
alter table notifications drop constraint notifications_kind_check;
alter table notifications add constraint notifications_kind_check check (kind in ('mention', 'comment', 'certificate'));
alter table notifications drop constraint notifications_check;
alter table notifications add constraint notifications_check check (num_nonnulls(post_id, comment_id, certificate_id) = 1);
alter table notifications drop constraint notifications_user_id_post_id_comment_id_key;
alter table notifications add constraint notifications_once
  unique nulls not distinct (user_id, post_id, comment_id, certificate_id);
create index notifications_of_certificate on notifications (certificate_id) where certificate_id is not null;
