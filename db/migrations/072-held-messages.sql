-- `restored`: held after a restore, since it may have been sent after the backup. Staff look at them and release them.
alter table messages drop constraint messages_given_up_because_check;
alter table messages add constraint messages_given_up_because_check
  check (given_up_because in ('refused', 'expired', 'unsure', 'tries', 'country', 'restored'));
