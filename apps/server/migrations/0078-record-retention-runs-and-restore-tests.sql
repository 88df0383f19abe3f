set local lock_timeout = '2s';

-- Runs of the jobs that delete what has expired, by UTC day. `deleted` counts rows; of the audit log and of usage events,
-- which are removed by the month, it counts months. The counts are about all organizations.
create table retention_run (
  job text not null,
  day date not null,
  runs integer not null,
  deleted bigint not null,
  last_run_at timestamptz not null,
  primary key (job, day)
);

-- Backups that were restored into an empty folder and verified: every file, and every chain of the audit log.
create table restore_test (
  id uuid primary key,
  tested_at timestamptz not null,
  backup_at timestamptz not null,
  chains integer not null,
  entries bigint not null
);

grant select on retention_run, restore_test to portal_app;
grant select, insert, update, delete on retention_run, restore_test to portal_platform;
