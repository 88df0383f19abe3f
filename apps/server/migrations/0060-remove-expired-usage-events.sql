set local lock_timeout = '2s';

-- Removes the oldest partition of usage events that are all older than so many years, at least 3, and that no kept invoice
-- charges. Returns its name, or null when there is none.
create function remove_expired_usage_events(years integer) returns text
language plpgsql security definer set search_path = pg_catalog, public, pg_temp set lock_timeout = '2s'
as $$
declare
  partition text;
begin
  select relname into partition
  from (
    select relname, substring(bound from 'FROM \(''([0-9a-f-]{36})''\)')::uuid as first_id,
      substring(bound from 'TO \(''([0-9a-f-]{36})''\)')::uuid as end_id
    from (
      select relname, pg_get_expr(relpartbound, oid) as bound
      from pg_class join pg_inherits on inhrelid = oid where inhparent = 'public.ai_usage_event'::regclass
    ) every_partition
  ) month
  where end_id <= first_uuid_of(now() - make_interval(years => greatest(years, 3)))
    -- A day more on each side, for the time zones of organizations.
    and not exists (
      select from invoice_line line where line.kind = 'ai'
        and first_uuid_of((line.from_day - 1)::timestamp at time zone 'UTC') < month.end_id
        and (month.first_id is null
          or first_uuid_of((line.until_day + 1)::timestamp at time zone 'UTC') > month.first_id))
  order by end_id limit 1;
  if partition is not null then
    execute format('drop table history.%I', partition);
  end if;
  return partition;
end $$;
revoke all on function remove_expired_usage_events(integer) from public;
grant execute on function remove_expired_usage_events(integer) to portal_platform;
