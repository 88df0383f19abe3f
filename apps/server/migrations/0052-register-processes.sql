set local lock_timeout = '2s';

-- The running processes of the portal, written by each of them every second. Unlogged, because it holds nothing that
-- outlives a crash or a failover: the processes register again.
create unlogged table process (
  id uuid primary key,
  beat_at timestamptz not null
) with (fillfactor = 50);
grant select, insert, update, delete on process to portal_platform;
