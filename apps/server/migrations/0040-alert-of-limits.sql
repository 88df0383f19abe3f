set local lock_timeout = '2s';

-- Limits whose use rose above 80 percent or reached 100 percent, until the next change finds that it had fallen to
-- 80 percent. Those of tokens are in ai_alert, once per month.
create table limit_alert (
  organization_id uuid not null references organization (organization_id) on delete cascade,
  limit_name text not null check (limit_name in ('max_users', 'storage_bytes')),
  threshold_percent integer not null check (threshold_percent in (80, 100)),
  crossed_at timestamptz not null,
  notified_at timestamptz,
  primary key (organization_id, limit_name, threshold_percent)
);
grant select, insert, update, delete on limit_alert to portal_app, portal_platform;
