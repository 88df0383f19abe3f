set local lock_timeout = '2s';

-- Prompt templates of a user, or of the organization when there is no user. Texts with names are refused before they
-- are stored.
create table ai_template (
  organization_id uuid not null references organization (organization_id),
  id uuid not null,
  person_id uuid references person (id) on delete cascade,
  name text not null,
  text text not null,
  created_by uuid references person (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (organization_id, id)
);
create unique index ai_template_own_name on ai_template (organization_id, person_id, lower(name))
  where person_id is not null;
create unique index ai_template_shared_name on ai_template (organization_id, lower(name)) where person_id is null;
create index ai_template_person on ai_template (person_id) where person_id is not null;
grant select, insert, update, delete on ai_template to portal_app, portal_platform;
