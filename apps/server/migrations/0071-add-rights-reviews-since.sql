set local lock_timeout = '2s';

-- From when reviews of rights are due: the day of this migration for practices that exist already, otherwise the day on
-- which the practice is created. So no practice has an overdue review on the day of the upgrade.
alter table organization add column rights_reviews_since timestamptz not null default now();
