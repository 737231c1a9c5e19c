-- The account that had the address: links in its mails that stop others lead on, too. Unknown of earlier mergings.
alter table former_addresses add column former_user_id integer unique references users on delete set null;
