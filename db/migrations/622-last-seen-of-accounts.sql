-- The accounts that were there before the table. It reads users and sessions and locks neither.
insert into last_seen (user_id, at)
select id, coalesce((select max(last_used_at) from sessions where user_id = users.id), '-infinity')
from users where erased_at is null
on conflict (user_id) do update set at = excluded.at where last_seen.at < excluded.at;
