set local lock_timeout = '2s';

-- The minute of the latest request of a member in the organization.
alter table membership add column last_activity_at timestamptz;
