set local lock_timeout = '2s';

-- How far the erasure of an organization is. The row outlives those that were erased.
create table organization_erasure (
  organization_id uuid primary key references organization (organization_id),
  started_at timestamptz not null,
  -- Erased rows by table. Under "person": accounts of people who belonged to no other organization.
  counts jsonb not null default '{}'
);
grant select on organization_erasure to portal_app;
grant select, insert, update on organization_erasure to portal_platform;

-- Erases the names in the log of an organization, at most max_names of them, and returns how many.
create function erase_organization_names(erased_organization uuid, max_names integer) returns integer
language sql volatile security definer set search_path = pg_catalog, public, pg_temp
as $$
  with erased as (
    update audit_name set display = null
    where ctid = any (array(
        select ctid from audit_name where organization_id = erased_organization and display is not null
        limit max_names))
      and display is not null
    returning 1
  )
  select count(*)::integer from erased
$$;
alter function erase_organization_names(uuid, integer) owner to portal_reader;
revoke all on function erase_organization_names(uuid, integer) from public;
grant execute on function erase_organization_names(uuid, integer) to portal_platform;
