set local lock_timeout = '2s';

-- The last sign-in of a member, exact to an hour, so that sign-ins rarely change the row.
alter table organization_size add column last_sign_in_at timestamptz;
