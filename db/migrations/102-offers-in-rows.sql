-- The short lists of months and days stay in their rows: with the low toast_tuple_target, which is meant for the terms,
-- two in three lay apart, and a count over many offers looked each of them up. Rows that are there already follow when
-- they next change.
alter table course_offers alter column months set storage main, alter column starts set storage main;
