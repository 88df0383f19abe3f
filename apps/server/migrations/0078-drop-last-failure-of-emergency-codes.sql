set local lock_timeout = '2s';

-- No version of the portal has read or written it.
alter table emergency_code drop column last_failure_id;
