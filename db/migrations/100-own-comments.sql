-- One member's comments on a post or an article: before, either all comments of the member or all on the subject were read.
create index comments_of_author_on on comments (author_id, post_id, article_id);
create index trainers_by_user on trainers (user_id) where user_id is not null;
