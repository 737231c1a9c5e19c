-- To whom staff speak about a quote; it is not part of what is sent.
alter table quotes add column contact_phone text;
