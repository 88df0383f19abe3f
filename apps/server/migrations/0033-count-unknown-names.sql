set local lock_timeout = '2s';

-- Failed attempts under names that no account has, per network and quarter of an hour. A job moves them to the audit log.
create table unknown_name (
  window_ends_at timestamptz not null,
  -- Empty for the networks beyond the limit, which are counted together.
  network text not null,
  action text not null,
  reason text not null,
  attempts integer not null,
  -- The first request of the network, as the audit log stores it.
  request jsonb,
  origin text not null,
  primary key (window_ends_at, network, action, reason)
);
grant select, insert, update on unknown_name to portal_app;
grant select, delete on unknown_name to portal_platform;
