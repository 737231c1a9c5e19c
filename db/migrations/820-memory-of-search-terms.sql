-- The planner expects far more terms of a text than there are, and the table that it prepares for them grows with the
-- memory that a session may use: with 128 MB a name of five words took 80 ms in place of 3.
alter function search_vector(text, text) set work_mem = '4MB';
