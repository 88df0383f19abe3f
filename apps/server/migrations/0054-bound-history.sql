set local lock_timeout = '2s';

-- The smallest UUIDv7 of a time, which begins in 1970: partitions of the history are ranges of ids, which begin with the time.
create function first_uuid_of(at timestamptz) returns uuid
language sql immutable strict set search_path = pg_catalog, pg_temp
as $$ select rpad(lpad(to_hex(greatest(extract(epoch from at) * 1000, 0)::bigint), 12, '0'), 32, '0')::uuid $$;

-- What the tables hold becomes the first partition, which ends with the next month. Checked in the next migration without
-- a lock, so that attaching it does not have to read it.
do $$
declare
  bound uuid := first_uuid_of((date_trunc('month', now() at time zone 'UTC') + interval '2 months') at time zone 'UTC');
  history text;
begin
  foreach history in array array['audit_entry', 'ai_usage_event'] loop
    execute format('alter table %I add constraint %I check (id < %L) not valid', history, history || '_bound', bound);
  end loop;
end $$;
