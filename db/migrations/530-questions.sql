-- Frequently asked questions, a row each, so that staff edit, order and hide them one by one. What visitors see of them
-- stays in `faq_groups.questions`, which the trigger below writes; see docs/decisions/0129.
alter table faq_groups add column version integer not null default 1;
alter table faq_groups add column english_made_from jsonb not null default '{}';
create trigger faq_groups_version before update on faq_groups for each row
  when ((old.title, old.english_made_from) is distinct from (new.title, new.english_made_from))
  execute function raise_version();

create table faq_questions (
  id integer generated always as identity primary key,
  group_key text not null references faq_groups on delete cascade on update cascade,
  position integer not null,
  question jsonb not null,
  answer jsonb not null,
  -- Staff write it, or took it away; visitors do not see it.
  hidden boolean not null default false,
  version integer not null default 1,
  english_made_from jsonb not null default '{}'
);
create index faq_questions_in_order on faq_questions (group_key, position);

insert into faq_questions (group_key, position, question, answer)
select key, place - 1, one -> 'question', one -> 'answer'
from faq_groups, jsonb_array_elements(questions) with ordinality as list (one, place)
order by faq_groups.position, place;

create trigger faq_questions_version before update on faq_questions for each row
  when ((old.group_key, old.question, old.answer, old.hidden, old.english_made_from)
    is distinct from (new.group_key, new.question, new.answer, new.hidden, new.english_made_from))
  execute function raise_version();

create function show_questions() returns trigger language plpgsql as $$
begin
  update faq_groups set questions = shown.questions
  from (
    select key, coalesce(jsonb_agg(jsonb_build_object('question', question, 'answer', answer)
      order by one.position, one.id) filter (where not hidden), '[]') as questions
    from faq_groups g left join faq_questions one on one.group_key = g.key
    group by key
  ) as shown
  where shown.key = faq_groups.key and shown.questions is distinct from faq_groups.questions;
  return null;
end
$$;
create trigger show_questions after insert or update or delete on faq_questions
  for each statement execute function show_questions();
