set local lock_timeout = '2s';

-- When each alert of a background failure was last raised, so that several processes raise it once.
create table system_alert (
  name text primary key,
  raised_at timestamptz not null
);
grant select, insert, update on system_alert to portal_platform;
