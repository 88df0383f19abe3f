set local lock_timeout = '2s';

-- A call for help from the lock screen or the login page of a shared workstation. The page there asks with `id` whether
-- the account was unlocked. `person_id` is set only if the call named a member of the practice whose account was locked.
create table workstation_alarm (
  id uuid primary key,
  device_id uuid not null references device (id) on delete cascade,
  person_id uuid references person (id) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index workstation_alarm_device on workstation_alarm (device_id);
create index workstation_alarm_person on workstation_alarm (person_id);
grant select, insert on workstation_alarm to portal_app;
grant select, insert, update, delete on workstation_alarm to portal_platform;
