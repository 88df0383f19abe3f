-- Domain events and mails, written in the transaction of the change; ids only, never contents or secrets.

create table outbox (
  id uuid primary key,
  topic text not null,
  payload jsonb not null,
  available_at timestamptz not null default now(),
  leased_until timestamptz,
  -- Every claim has a number; only the newest one may move the row.
  claims integer not null default 0,
  attempts integer not null default 0,
  last_error text,
  created_at timestamptz not null default now()
) with (
  -- Rows come and go by the thousand: without vacuum soon after, a claim would step over the dead ones. Room on
  -- the page lets a claim update its row in place.
  fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000
);
create index outbox_due on outbox (available_at, id);

create table scheduled_job (
  name text primary key,
  cron text not null,
  next_run_at timestamptz not null,
  leased_until timestamptz,
  last_run_at timestamptz,
  last_error text
);

-- Minutes per day in which the portal was recorded as running; the source of the shown availability.
create table uptime_day (
  day date primary key,
  minutes integer not null,
  first_minute timestamptz not null,
  last_minute timestamptz not null
);

grant insert on outbox to portal_app;
grant select on uptime_day to portal_app;
grant select, insert, update, delete on outbox, scheduled_job, uptime_day to portal_platform;
