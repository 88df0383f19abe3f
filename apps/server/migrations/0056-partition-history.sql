set local lock_timeout = '2s';

-- Partitions. No role has rights here: rows are read and written through the tables of the schema public, whose policies
-- apply.
create schema history;

-- With the partition key. Creating the primary key from the index keeps its rows.
alter table audit_entry drop constraint audit_entry_pkey;
alter table audit_entry add constraint audit_entry_pkey primary key using index audit_entry_id;

-- Turns the tables into partitions of new ones with the same name, columns, indexes, constraints and rights. Nothing is
-- rewritten, and another version of the portal continues with the new tables.
do $$
declare
  history text;
  bound text;
  definitions text[];
  definition text;
  rights text[];
begin
  foreach history in array array['audit_entry', 'ai_usage_event'] loop
    select pg_get_constraintdef(oid) into strict bound from pg_constraint
    where conrelid = format('public.%I', history)::regclass and conname = history || '_bound';
    bound := substring(bound from '[0-9a-f]{8}-[0-9a-f-]{27}');
    definitions := array(
      select format('alter table public.%I add constraint %I %s', history, conname, pg_get_constraintdef(oid))
      from pg_constraint where conrelid = format('public.%I', history)::regclass
        and contype in ('p', 'c', 'f') and conname <> history || '_bound'
    ) || array(
      select pg_get_indexdef(indexrelid) from pg_index
      where indrelid = format('public.%I', history)::regclass and not indisprimary
    );
    rights := array(
      select format('grant %s on public.%I to %I', acl.privilege_type, history, pg_get_userbyid(acl.grantee))
      from pg_class, aclexplode(relacl) as acl
      where pg_class.oid = format('public.%I', history)::regclass and acl.grantee <> relowner
    );
    execute format('alter table public.%I set schema history', history);
    execute format('alter table history.%I rename to %I', history, history || '_first');
    execute format('create table public.%I (like history.%I including defaults including generated)
      partition by range (id)', history, history || '_first');
    foreach definition in array definitions || rights loop
      execute definition;
    end loop;
    execute format('alter table public.%I attach partition history.%I for values from (minvalue) to (%L)',
      history, history || '_first', bound);
    execute format('alter table history.%I drop constraint %I', history || '_first', history || '_bound');
    execute format('revoke all on history.%I from portal_app, portal_platform, portal_reader, portal_search',
      history || '_first');
    -- For ids outside the months that have a partition, so that nothing is ever refused.
    execute format('create table history.%I partition of public.%I default', history || '_other', history);
    execute format('alter table history.%I enable row level security, force row level security', history || '_other');
  end loop;
end $$;

-- Creates the missing partitions of the next months and returns their names. Partitions are prepared before they are
-- attached, which locks the table for readers and writers only for a moment.
create function create_history_partitions(months integer) returns setof text
language plpgsql security definer set search_path = pg_catalog, public, pg_temp set lock_timeout = '2s'
as $$
declare
  history text;
  month timestamp;
  partition text;
begin
  foreach history in array array['audit_entry', 'ai_usage_event'] loop
    for ahead in 0..months loop
      month := date_trunc('month', now() at time zone 'UTC') + make_interval(months => ahead);
      partition := format('%s_%s', history, to_char(month, 'YYYY_MM'));
      continue when first_uuid_of(month at time zone 'UTC') < (
        select coalesce(max(substring(pg_get_expr(relpartbound, oid) from 'TO \(''([0-9a-f-]{36})''\)')),
          '00000000-0000-0000-0000-000000000000')::uuid
        from pg_class join pg_inherits on inhrelid = oid
        where inhparent = format('public.%I', history)::regclass);
      execute format('create table history.%I (like public.%I including all)', partition, history);
      execute format('alter table history.%I enable row level security, force row level security', partition);
      execute format('alter table public.%I attach partition history.%I for values from (%L) to (%L)', history,
        partition, first_uuid_of(month at time zone 'UTC'),
        first_uuid_of((month + interval '1 month') at time zone 'UTC'));
      return next partition;
    end loop;
  end loop;
end $$;
revoke all on function create_history_partitions(integer) from public;
grant execute on function create_history_partitions(integer) to portal_platform;

select create_history_partitions(3);

-- Running processes compile it again, with the row type of the new table.
alter function ai_settle(uuid, json) set search_path = pg_catalog, public, pg_temp;
