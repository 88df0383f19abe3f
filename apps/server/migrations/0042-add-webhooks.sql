set local lock_timeout = '2s';

-- Addresses of other programs that receive the public events of an organization.
create table webhook (
  organization_id uuid not null references organization (organization_id) on delete cascade,
  id uuid not null,
  name text not null,
  url text not null,
  event_types text[] not null,
  api_version text not null,
  -- JSON of the additional headers, sealed; their names again in the clear.
  headers bytea,
  header_names text[] not null default '{}',
  enabled boolean not null default true,
  disabled_reason text check (disabled_reason in ('manual', 'failing', 'gone')),
  disabled_at timestamptz,
  -- Failed attempts since the last success or re-enabling, and when the first of them failed.
  failures integer not null default 0,
  failing_since timestamptz,
  warned_at timestamptz,
  -- After ten failures: when the next single attempt may start. Null while all may.
  probe_at timestamptz,
  last_attempt_at timestamptz,
  last_success_at timestamptz,
  last_status integer,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (organization_id, id),
  check (enabled = (disabled_reason is null))
) with (fillfactor = 50);
create index webhook_failing on webhook (failing_since) where enabled and failing_since is not null;

-- The secrets that sign deliveries, sealed. The one without an end is current; the others were replaced.
create table webhook_secret (
  organization_id uuid not null,
  webhook_id uuid not null,
  id uuid not null,
  secret bytea not null,
  valid_until timestamptz,
  created_at timestamptz not null default now(),
  primary key (organization_id, webhook_id, id),
  foreign key (organization_id, webhook_id) references webhook (organization_id, id) on delete cascade
);
create unique index webhook_secret_current on webhook_secret (organization_id, webhook_id) where valid_until is null;
create index webhook_secret_old on webhook_secret (valid_until) where valid_until is not null;

-- An event for a webhook. Its body is built from these ids for every attempt.
create table webhook_delivery (
  organization_id uuid not null,
  id uuid not null,
  webhook_id uuid not null,
  event_id uuid not null,
  event_type text not null,
  sequence bigint not null,
  ids jsonb not null,
  occurred_at timestamptz not null,
  state text not null check (state in ('pending', 'held', 'succeeded', 'failed', 'skipped')),
  trigger text not null default 'schedule' check (trigger in ('schedule', 'resend', 'replay')),
  -- Attempts of the current schedule, and of all.
  scheduled_attempts integer not null default 0,
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  -- The last attempt, for the list.
  last_attempt_at timestamptz,
  last_failure text,
  last_status integer,
  last_duration_ms integer,
  succeeded_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (organization_id, id),
  unique (organization_id, webhook_id, event_id),
  foreign key (organization_id, webhook_id) references webhook (organization_id, id) on delete cascade
) with (fillfactor = 70);
create index webhook_delivery_log on webhook_delivery (organization_id, webhook_id, created_at desc, id desc);
create index webhook_delivery_unsent on webhook_delivery (organization_id, webhook_id, state, created_at desc, id desc)
  where state <> 'succeeded';
create index webhook_delivery_held on webhook_delivery (organization_id, sequence) where state = 'held';
create index webhook_delivery_old on webhook_delivery (created_at);

-- What each attempt sent and received.
create table webhook_attempt (
  organization_id uuid not null,
  delivery_id uuid not null,
  number integer not null,
  started_at timestamptz not null,
  duration_ms integer not null,
  trigger text not null check (trigger in ('schedule', 'resend', 'replay')),
  failure text check (failure in ('status', 'redirect', 'timeout', 'connection', 'refused')),
  status integer,
  answer text,
  primary key (organization_id, delivery_id, number),
  foreign key (organization_id, delivery_id) references webhook_delivery (organization_id, id) on delete cascade
);

grant select, insert, update, delete on webhook, webhook_secret, webhook_delivery, webhook_attempt
  to portal_app, portal_platform;
