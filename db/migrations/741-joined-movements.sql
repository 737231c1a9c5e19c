-- Uses of bank movements that booked no money: they join a movement to what was booked before, and can be undone.
alter table bank_line_uses add column joined boolean not null default false;
