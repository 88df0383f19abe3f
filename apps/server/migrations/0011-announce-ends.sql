-- The end of a membership of limited time that the administrators were told of: another end is told anew.
alter table membership add column end_announced_for timestamptz;

-- Memberships by when they end, over all practices.
create index membership_ending on membership (valid_until) where valid_until is not null and status = 'active';
