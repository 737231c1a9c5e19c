-- When all texts were last searched, and the links that the search did not see.
create index found_links_seen on found_links (seen_at);
