set local lock_timeout = '2s';

-- Where the chain of an organization begins since its expired entries were removed.
create table audit_checkpoint (
  organization_id uuid primary key,
  -- Position, hash and time of the last removed entry.
  seq bigint not null,
  hash bytea not null,
  occurred_at timestamptz not null,
  -- The same, sealed with the master key: the database alone cannot make a checkpoint.
  signature bytea not null
);
grant select on audit_checkpoint to portal_app;
grant select, insert, update on audit_checkpoint to portal_platform;

-- The id that ends the oldest partition of the audit log whose entries are all older than so many years, at least 10;
-- null when there is none.
create function expired_audit_bound(years integer) returns uuid
language sql stable set search_path = pg_catalog, public, pg_temp
as $$
  select min(substring(pg_get_expr(relpartbound, oid) from 'TO \(''([0-9a-f-]{36})''\)'))::uuid as bound
  from pg_class join pg_inherits on inhrelid = oid
  where inhparent = 'public.audit_entry'::regclass
  having min(substring(pg_get_expr(relpartbound, oid) from 'TO \(''([0-9a-f-]{36})''\)'))::uuid
    <= first_uuid_of(now() - make_interval(years => greatest(years, 10)))
$$;

-- Removes the oldest partition of the audit log when it has expired, and returns its name. It refuses while a chain has
-- entries in it that no checkpoint covers.
create function remove_expired_audit_entries(years integer) returns text
language plpgsql security definer set search_path = pg_catalog, public, pg_temp set lock_timeout = '2s'
as $$
declare
  bound uuid := expired_audit_bound(years);
  partition text;
begin
  if bound is null then
    return null;
  end if;
  if exists (
    select from audit_entry entry where entry.id < bound and not exists (
      select from audit_checkpoint checkpoint
      where checkpoint.organization_id = entry.organization_id and checkpoint.seq >= entry.seq)
  ) then
    raise exception 'entries of the audit log before % have no checkpoint', bound;
  end if;
  select relname into strict partition from pg_class join pg_inherits on inhrelid = oid
  where inhparent = 'public.audit_entry'::regclass
    and substring(pg_get_expr(relpartbound, oid) from 'TO \(''([0-9a-f-]{36})''\)')::uuid = bound;
  execute format('drop table history.%I', partition);
  return partition;
end $$;
revoke all on function remove_expired_audit_entries(integer) from public;
grant execute on function remove_expired_audit_entries(integer) to portal_platform;
