set local lock_timeout = '2s';

-- How far the invented history of the demonstration is; no row without a demonstration that has one.
create table demo_season (
  singleton boolean primary key default true check (singleton),
  -- The first start of the demonstration: the history ends here.
  anchored_at timestamptz not null,
  done_days integer not null default 0 check (done_days >= 0),
  finished_at timestamptz
);
grant select, insert, update, delete on demo_season to portal_platform;
