-- Courses at the desk by name, also where a run is planned, as companies and articles are.
create index courses_by_name on courses (ar_norm(name ->> 'ar'), id);
