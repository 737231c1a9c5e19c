-- The header by which the columns of a CSV file are remembered: they are forgotten with a file that was read by wrong ones.
alter table bank_statements add column header text;
