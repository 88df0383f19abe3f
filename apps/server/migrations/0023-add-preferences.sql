-- What users choose about the interface: columns, saved views, sidebar. One row per person, absent until the first
-- change. The contract limits the JSON to 16 KB; jsonb prints it with additional spaces.
create table preferences (
  person_id uuid primary key references person (id) on delete cascade,
  settings jsonb not null check (jsonb_typeof(settings) = 'object' and octet_length(settings::text) <= 24576),
  version integer not null default 1,
  updated_at timestamptz not null default now()
);

-- Each statement of the application sees only the person bound by `app.person_id`.
alter table preferences enable row level security, force row level security;
create policy own_preferences on preferences for all to portal_app
  using (person_id = nullif(current_setting('app.person_id', true), '')::uuid)
  with check (person_id = nullif(current_setting('app.person_id', true), '')::uuid);
create policy owner_all on preferences for all to portal_owner using (true) with check (true);
create policy platform_all on preferences for all to portal_platform using (true) with check (true);

grant select, insert, update, delete on preferences to portal_app, portal_platform;
