set local lock_timeout = '2s';

-- Reviews of what the members of an organization may do. One is open at a time; `completed_at` ends it.
create table rights_review (
  organization_id uuid not null references organization (organization_id),
  id uuid not null,
  started_by uuid not null,
  started_at timestamptz not null,
  completed_by uuid,
  completed_at timestamptz,
  primary key (organization_id, id)
);
create unique index rights_review_open on rights_review (organization_id) where completed_at is null;
create index rights_review_completed on rights_review (organization_id, completed_at);

-- The decision about one member, with the rights that it was about. `entry_id` is its audit entry, which keeps the name
-- of that time; null until the review is completed.
create table rights_review_decision (
  organization_id uuid not null,
  review_id uuid not null,
  person_id uuid not null,
  decision text not null check (decision in ('keep', 'reduce', 'end')),
  reason text not null,
  role text not null,
  permissions text[] not null,
  decided_by uuid not null,
  decided_at timestamptz not null,
  entry_id uuid,
  primary key (organization_id, review_id, person_id),
  foreign key (organization_id, review_id) references rights_review (organization_id, id) on delete cascade
);

-- How often an organization reviews the rights, and the due date of which its administrators were notified.
create table rights_review_plan (
  organization_id uuid not null references organization (organization_id),
  interval_months integer not null default 3 check (interval_months in (3, 6, 12)),
  reminded_for timestamptz,
  primary key (organization_id)
);
grant select, insert, update, delete on rights_review, rights_review_decision, rights_review_plan
  to portal_app, portal_platform;
