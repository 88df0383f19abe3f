-- The only SQL definition of a usable membership; `isUsableMembership` of usable-membership.ts is its only TypeScript
-- twin, and a test compares the two. The planner inlines it, so indexes on these columns are still used: keep it a
-- single expression without `security definer` and without `set`.
create function usable_membership(
  status text, blocked_at timestamptz, valid_until timestamptz, at_time timestamptz
)
returns boolean
language sql immutable parallel safe
as $$
  select status = 'active' and blocked_at is null and (valid_until is null or valid_until > at_time)
$$;

-- Whether an organization gives a role access: a suspended one only to its administrators. The twin of `admits`.
create function organization_admits(organization_status text, role text)
returns boolean
language sql immutable parallel safe
as $$
  select organization_status in ('trial', 'active') or (organization_status = 'suspended' and role = 'org_admin')
$$;

create or replace function session_bounds(asked_person uuid)
returns table (idle_minutes integer, hours integer, remember_me boolean)
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select coalesce(min(o.session_idle_minutes), 30), coalesce(min(o.session_hours), 24),
    coalesce(bool_and(o.allow_remember_me), true)
  from membership m join organization o using (organization_id)
  where m.person_id = asked_person and usable_membership(m.status, m.blocked_at, m.valid_until, now())
    and o.status in ('trial', 'active', 'suspended')
$$;

-- The people who have nowhere to work once an organization is closed. `but_administrators` leaves out its
-- administrators, who keep reading and exporting.
create or replace function people_of_practice_alone(
  closed_organization uuid, at_time timestamptz, but_administrators boolean
)
returns table (person_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select m.person_id from membership m join person p on p.id = m.person_id
  where m.organization_id = closed_organization and m.status <> 'removed' and p.platform_role is null
    and not (but_administrators and m.role = 'org_admin'
      and usable_membership(m.status, m.blocked_at, m.valid_until, at_time))
    and not exists (
      select from membership other join organization o using (organization_id)
      where other.person_id = m.person_id and other.organization_id <> closed_organization
        and usable_membership(other.status, other.blocked_at, other.valid_until, at_time)
        and organization_admits(o.status, other.role))
$$;
