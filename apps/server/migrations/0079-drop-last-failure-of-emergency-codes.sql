set local lock_timeout = '2s';

-- No released version reads or writes it.
alter table emergency_code drop column last_failure_id;
