-- Staff find a person by the beginning of the e-mail address.
create index users_by_start_of_email on users (email text_pattern_ops) where erased_at is null;
