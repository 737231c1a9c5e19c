-- Words of movements that were stored before accounts were hidden in them, or by an older instance during an upgrade, are
-- gone through once by a job.
alter table bank_lines add column words_checked boolean not null default false;
create index bank_lines_unchecked on bank_lines (id) where not words_checked;
