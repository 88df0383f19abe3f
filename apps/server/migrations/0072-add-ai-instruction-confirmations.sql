set local lock_timeout = '2s';

-- Which version of the AI instruction a person confirmed in an organization, and when. Rows are evidence: they are never
-- changed, and deleted only with the person or the organization.
create table ai_instruction_confirmation (
  organization_id uuid not null references organization (organization_id),
  person_id uuid not null references person (id) on delete cascade,
  version integer not null check (version > 0),
  confirmed_at timestamptz not null,
  primary key (organization_id, person_id, version)
);
create index ai_instruction_confirmation_person on ai_instruction_confirmation (person_id);
grant select, insert, delete on ai_instruction_confirmation to portal_app;
grant select, insert, update, delete on ai_instruction_confirmation to portal_platform;
