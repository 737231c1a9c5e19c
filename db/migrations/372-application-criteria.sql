-- By what the institute judges applications of trainers, in its own words.
create table trainer_criteria (
  id integer generated always as identity primary key,
  name jsonb not null,
  position integer not null,
  -- No longer asked; what was scored by it stays.
  retired_at timestamptz
);

-- What a reviewer thinks of an application: one score for each criterion, and a note. Erased with the application.
create table lead_reviews (
  lead_id integer not null references leads on delete cascade,
  reviewer_id integer not null references users on delete cascade,
  note text,
  at timestamptz not null,
  primary key (lead_id, reviewer_id)
);
create index lead_reviews_of_reviewer on lead_reviews (reviewer_id);
create table lead_scores (
  lead_id integer not null,
  reviewer_id integer not null,
  criterion_id integer not null references trainer_criteria,
  score integer not null check (score between 1 and 5),
  primary key (lead_id, reviewer_id, criterion_id),
  foreign key (lead_id, reviewer_id) references lead_reviews on delete cascade
);
create index lead_scores_of_criterion on lead_scores (criterion_id);

-- The trainer whom an applicant became.
alter table leads add column trainer_id integer references trainers on delete set null;
create index leads_of_trainer on leads (trainer_id) where trainer_id is not null;
