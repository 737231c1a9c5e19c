-- News of the institute goes to those who asked for it (PDPL, article 25: no advertising without prior consent). Until now
-- it went to everybody who had not stopped it; nobody had been asked.
alter table notification_settings
  alter column news set default 'none',
  -- When the member last chose, either way. Null: they were never asked.
  add column news_chosen_at timestamptz;
update notification_settings set news_chosen_at = now() where news = 'none';
update notification_settings set news = 'none' where news_chosen_at is null;

-- Ticked in the form of a sign-up that waits for its code.
alter table registrations add column wants_news boolean not null default false;
