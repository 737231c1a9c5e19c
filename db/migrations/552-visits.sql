-- Visits of the site, counted by day without anything that identifies a visitor.
create table campaigns (
  id integer generated always as identity primary key,
  source text not null,
  medium text not null,
  campaign text not null,
  first_day date not null,
  unique (source, medium, campaign)
);
create index campaigns_by_day on campaigns (first_day);
-- What stands for no campaign, so that counts need no null in their keys.
insert into campaigns (id, source, medium, campaign, first_day) overriding system value values (0, '', '', '', '2026-01-01');

create table page_visits (
  day date not null,
  page text not null,
  views integer not null,
  visitors integer not null,
  primary key (day, page)
);

-- Visitors of a day by the site that they came from; empty for those who came from none.
create table visit_sources (
  day date not null,
  host text not null,
  campaign_id integer not null references campaigns,
  visitors integer not null,
  primary key (day, host, campaign_id)
);
create index visit_sources_of_campaign on visit_sources (campaign_id);

create table visit_searches (
  day date not null,
  term text not null,
  count integer not null,
  primary key (day, term)
);

-- How far visitors came in buying a course. Orders and payments are counted here only where a campaign led to them:
-- the orders themselves know the rest.
create table buying_steps (
  day date not null,
  course_id integer not null references courses on delete cascade,
  campaign_id integer not null references campaigns,
  seen integer not null default 0,
  started integer not null default 0,
  ordered integer not null default 0,
  paid integer not null default 0,
  primary key (day, course_id, campaign_id)
);
create index buying_steps_of_course on buying_steps (course_id);
create index buying_steps_of_campaign on buying_steps (campaign_id);

-- Of today alone: from these bytes a number is made of a visitor's address and browser, so that an order can be counted
-- for the campaign that led to it, whichever process answers. Both are deleted with the day.
create table visit_seeds (
  day date primary key,
  seed bigint not null
);
create table campaign_visitors (
  day date not null,
  visitor integer not null,
  campaign_id integer not null references campaigns,
  noted_at timestamptz not null,
  primary key (day, visitor)
);
create index campaign_visitors_of_campaign on campaign_visitors (campaign_id);
create index campaign_visitors_by_time on campaign_visitors (noted_at);

-- Which campaign an open order is counted for, until it is paid or has ended.
create table order_campaigns (
  order_id uuid primary key references orders on delete cascade,
  campaign_id integer not null references campaigns
);
create index order_campaigns_of_campaign on order_campaigns (campaign_id);
