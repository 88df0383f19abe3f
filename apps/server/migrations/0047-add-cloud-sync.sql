set local lock_timeout = '2s';

-- Encrypted archives of an organization in the operator's storage: what the organization chose, and the last run.
create table cloud_sync (
  organization_id uuid primary key references organization (organization_id) on delete cascade,
  schedule text not null default 'off' check (schedule in ('off', 'daily', 'weekly')),
  -- The recipient of the archives (age, X25519). The organization has the private key.
  public_key text,
  version integer not null default 1,
  -- The next scheduled run; null while the schedule is off.
  due_at timestamptz,
  -- A run that a user requested and that has not begun.
  requested_at timestamptz,
  -- The present run, which another process takes over when the lease has ended, and the file that it writes.
  run_id uuid,
  leased_until timestamptz,
  running_file text,
  last_run_at timestamptz,
  last_success_at timestamptz,
  -- Of the newest file.
  bytes bigint,
  sha256 text,
  -- Why the last run failed.
  error text,
  -- The stored files, oldest first.
  files text[] not null default '{}',
  check (schedule = 'off' or public_key is not null)
);
create index cloud_sync_due on cloud_sync (due_at) where due_at is not null;
create index cloud_sync_open on cloud_sync (organization_id) where requested_at is not null or run_id is not null;
grant select, insert, update on cloud_sync to portal_app;
grant select, insert, update, delete on cloud_sync to portal_platform;
