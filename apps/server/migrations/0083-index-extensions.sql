-- transaction: none
-- The members with a telephone extension. Only searches for a number look at them.
create index concurrently if not exists membership_extension on membership (organization_id, person_id)
  include (extension) where extension is not null and status <> 'removed';
