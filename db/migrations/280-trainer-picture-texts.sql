-- What a trainer's picture shows, for those who do not see it. Without one it is decoration beside the name.
alter table trainers add column picture_alt jsonb;
