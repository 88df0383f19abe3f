-- transaction: none
-- The few members with rights beyond their role. The list filtered by a right looks only at them and at the roles.
create index concurrently if not exists membership_granted on membership (organization_id, person_id)
  where permissions <> '{}' and status <> 'removed';
