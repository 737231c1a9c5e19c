-- Why a job could not publish a draft at its time: somebody else had changed the same text, or the page would have lacked
-- something. Null on drafts that missed their time before.
alter table drafts add column missed_because text;
alter table drafts add constraint drafts_missed_because_check check (missed_because in ('changed', 'invalid')) not valid;
alter table drafts validate constraint drafts_missed_because_check;
