set local lock_timeout = '2s';

-- What the operator offers. An organization gets the newest plan of the name that has begun when it chooses it, and
-- keeps it when a newer one begins. Prices are net, per month, in millionths of the currency.
create table plan (
  name text not null check (name in ('starter', 'basic', 'professional', 'enterprise')),
  valid_from date not null,
  max_users integer not null check (max_users > 0),
  monthly_tokens bigint not null check (monthly_tokens > 0),
  storage_bytes bigint not null check (storage_bytes > 0),
  primary key (name, valid_from)
);
create table plan_price (
  name text not null,
  valid_from date not null,
  currency text not null check (currency in ('EUR', 'CHF')),
  monthly_micro bigint not null check (monthly_micro >= 0),
  -- AI costs that the price includes.
  included_ai_micro bigint not null check (included_ai_micro >= 0),
  primary key (name, valid_from, currency),
  foreign key (name, valid_from) references plan (name, valid_from)
);
grant select on plan, plan_price to portal_app, portal_platform;

insert into plan (name, valid_from, max_users, monthly_tokens, storage_bytes) values
  ('starter', '2020-01-01', 10, 2000000, 1000000000),
  ('basic', '2020-01-01', 25, 10000000, 10000000000),
  ('professional', '2020-01-01', 100, 50000000, 50000000000),
  ('enterprise', '2020-01-01', 1000, 500000000, 500000000000);
insert into plan_price (name, valid_from, currency, monthly_micro, included_ai_micro)
  select name, '2020-01-01', currency, monthly * 1000000, included * 1000000
  from (values ('starter', 0, 0), ('basic', 49, 10), ('professional', 129, 25), ('enterprise', 399, 100))
    as price (name, monthly, included)
  cross join (values ('EUR'), ('CHF')) as money (currency);

-- The limits of the plan that an organization has now, as it was when the organization chose it.
create function plan_limits_of(asked_organization uuid)
returns table (limit_name text, value bigint)
language sql stable
as $$
  select l.limit_name, l.value
  from subscription s
    cross join lateral (
      select * from plan p where p.name = s.plan and p.valid_from <= s.valid_from::date
      order by p.valid_from desc limit 1
    ) p
    cross join lateral (values
      ('max_users', p.max_users::bigint), ('monthly_tokens', p.monthly_tokens), ('storage_bytes', p.storage_bytes)
    ) l (limit_name, value)
  where s.organization_id = asked_organization and s.valid_until is null
$$;

alter table entitlement drop constraint entitlement_limit_name_check;
alter table entitlement add constraint entitlement_limit_name_check
  check (limit_name in ('max_users', 'monthly_tokens', 'storage_bytes')) not valid;
alter table entitlement validate constraint entitlement_limit_name_check;

insert into entitlement (organization_id, limit_name, value, source)
  select o.organization_id, l.limit_name, l.value, 'plan'
  from organization o cross join lateral plan_limits_of(o.organization_id) l
  where l.limit_name <> 'max_users';

-- As before, for every limit. A value of its own that an organization has for tokens or storage stays.
create or replace function sync_entitlements() returns trigger
language plpgsql
as $$
declare
  at_time timestamptz := clock_timestamp();
begin
  if new.erased_at is not null then
    delete from entitlement where organization_id = new.organization_id;
    delete from subscription where organization_id = new.organization_id;
    return null;
  end if;
  if tg_op = 'INSERT' or new.plan <> old.plan then
    update subscription set valid_until = at_time
      where organization_id = new.organization_id and valid_until is null;
    insert into subscription (organization_id, plan, valid_from)
      values (new.organization_id, new.plan, at_time);
  end if;
  insert into entitlement as e (organization_id, limit_name, value, source)
    select new.organization_id, l.limit_name, coalesce(own.value, l.value),
      case when own.value is null then 'plan' else 'override' end
    from plan_limits_of(new.organization_id) l
      left join (values ('max_users', new.max_users)) own (limit_name, value) using (limit_name)
    on conflict (organization_id, limit_name) do update set value = excluded.value, source = excluded.source
      where (e.limit_name = 'max_users' or e.source = 'plan')
        and (e.value, e.source) is distinct from (excluded.value, excluded.source);
  return null;
end $$;

-- Files that an organization stores; their size counts against its limit.
create table stored_file (
  organization_id uuid not null references organization (organization_id) on delete cascade,
  id uuid not null,
  kind text not null check (kind in ('logo', 'evidence', 'archive', 'invoice')),
  content_type text not null,
  bytes bigint not null check (bytes > 0),
  content bytea not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, id)
);
create unique index stored_file_logo on stored_file (organization_id) where kind = 'logo';
grant select, insert, delete on stored_file to portal_app, portal_platform;

-- The former list of limits without dates; only the function above used it.
drop table plan_limit;

-- As before, except that the tokens of an organization are also limited by its plan.
create or replace function ai_reserve(org uuid, calls json, lease interval)
returns void language plpgsql set search_path = pg_catalog, public, pg_temp
as $$
declare
  requested ai_call[] := array(select call from json_populate_recordset(null::ai_call, calls) as call);
  platform ai_platform;
  policy ai_policy;
  refusal text;
  share record;
begin
  select * into platform from ai_platform;
  if platform.stopped_at is not null then raise exception 'platform_stopped' using errcode = 'AI001'; end if;
  select * into policy from ai_policy where organization_id = org;
  -- The smaller of the organization's own limit and that of its plan applies.
  policy.limit_tokens := least(policy.limit_tokens,
    (select value from entitlements_of(org) where limit_name = 'monthly_tokens'));
  select case
      when provider.key is null then 'provider_stopped'
      when policy.stopped_at is not null then 'organization_stopped'
      when own.stopped_at is not null then 'person_stopped'
      else 'unpriced'
    end into refusal
  from unnest(requested) as call
    left join ai_provider provider
      on provider.key = call.provider_key and provider.enabled and provider.stopped_at is null
    left join ai_person_limit own on own.organization_id = org and own.person_id = call.person_id
  where provider.key is null or policy.stopped_at is not null or own.stopped_at is not null
    or (call.price_id is null
      and num_nonnulls(policy.limit_micro, own.limit_micro, policy.person_limit_micro) > 0)
  limit 1;
  if refusal is not null then raise exception '%', refusal using errcode = 'AI001'; end if;

  for share in
    select call.period, call.person_id, sum(call.hold_tokens)::bigint as tokens, sum(call.hold_micro)::bigint as micro,
      case when call.person_id is null then policy.limit_tokens
        else coalesce(min(own.limit_tokens), policy.person_limit_tokens) end as limit_tokens,
      case when call.person_id is null then policy.limit_micro
        else coalesce(min(own.limit_micro), policy.person_limit_micro) end as limit_micro
    from unnest(requested) as call
      left join ai_person_limit own on own.organization_id = org and own.person_id = call.person_id
    group by grouping sets ((call.period), (call.period, call.person_id))
    order by call.person_id nulls first, call.period
  loop
    insert into ai_balance as b (organization_id, person_id, period, held_tokens, held_micro)
    select org, coalesce(share.person_id, '00000000-0000-0000-0000-000000000000'), share.period, share.tokens,
      share.micro
    where (share.limit_tokens is null or share.tokens <= share.limit_tokens)
      and (share.limit_micro is null or share.micro <= share.limit_micro)
    on conflict (organization_id, person_id, period) do update
      set held_tokens = b.held_tokens + share.tokens, held_micro = b.held_micro + share.micro
      where (share.limit_tokens is null or b.used_tokens + b.held_tokens + share.tokens <= share.limit_tokens)
        and (share.limit_micro is null or b.used_micro + b.held_micro + share.micro <= share.limit_micro);
    if not found then
      raise exception '%', case when share.person_id is null then 'organization_limit' else 'person_limit' end
        using errcode = 'AI001';
    end if;
  end loop;

  insert into ai_call (organization_id, id, person_id, token_id, provider_key, model, kind, period, hold_tokens,
    hold_micro, input_tokens, audio_seconds, price_id, currency, leased_until)
  select org, call.id, call.person_id, call.token_id, call.provider_key, call.model, call.kind, call.period,
    call.hold_tokens, call.hold_micro, call.input_tokens, call.audio_seconds, call.price_id, call.currency,
    now() + lease
  from unnest(requested) as call;

  -- A limit of the platform applies to the sum of all slots, so calls of all organizations take turns from here on.
  if platform.limit_tokens is not null then
    perform pg_advisory_xact_lock(hashtext('ai_platform_balance'));
  end if;
  insert into ai_platform_balance as b (period, slot, held_tokens)
  select call.period, ai_platform_slot(org), sum(call.hold_tokens) from unnest(requested) as call
  group by call.period order by call.period
  on conflict (period, slot) do update set held_tokens = b.held_tokens + excluded.held_tokens;
  if platform.limit_tokens is not null and exists (
    select from ai_platform_balance where period in (select call.period from unnest(requested) as call)
    group by period having sum(used_tokens + held_tokens) > platform.limit_tokens
  ) then
    raise exception 'platform_limit' using errcode = 'AI001';
  end if;
end $$;

create or replace function ai_settle(org uuid, endings json)
returns setof uuid language plpgsql set search_path = pg_catalog, public, pg_temp set enable_seqscan = off
as $$
declare
  ended ai_usage_event[] := array(
    select distinct on (ending.id) ending from json_populate_recordset(null::ai_usage_event, endings) as ending);
  ids uuid[] := array(select id from unnest(ended));
  gone ai_call[];
  booked ai_usage_event[];
  policy ai_policy;
  balance ai_balance;
  share record;
  is_near boolean;
  is_reached boolean;
begin
  -- In the order of their ids, as renewals lock them. By an array: a join would look through all calls of the organization.
  perform from ai_call where organization_id = org and id = any(ids) order by id for update;
  with deleted as (
    delete from ai_call call where organization_id = org and id = any(ids) returning call
  )
  select array_agg(call) into gone from deleted;
  if gone is null then return; end if;

  with made as (
    insert into ai_usage_event (organization_id, id, occurred_at, local_day, person_id, token_id, provider_key, model,
      kind, outcome, period, budget_tokens, input_tokens, output_tokens, cached_tokens, reasoning_tokens,
      audio_seconds, cost_micro, currency, price_id, is_estimated, duration_ms)
    select org, call.id, now(), ending.local_day, call.person_id, call.token_id, call.provider_key, call.model,
      call.kind, ending.outcome, call.period, ending.budget_tokens, ending.input_tokens, ending.output_tokens,
      ending.cached_tokens, ending.reasoning_tokens, ending.audio_seconds, ending.cost_micro, call.currency,
      call.price_id, ending.is_estimated,
      least(extract(epoch from now() - call.started_at) * 1000, 2147483647)::integer
    from unnest(gone) as call join unnest(ended) as ending on ending.id = call.id
    returning ai_usage_event
  )
  select array_agg(ai_usage_event) into booked from made;

  select * into policy from ai_policy where organization_id = org;
  -- The smaller of the organization's own limit and that of its plan applies.
  policy.limit_tokens := least(policy.limit_tokens,
    (select value from entitlements_of(org) where limit_name = 'monthly_tokens'));
  for share in
    select event.period, event.person_id, sum(call.hold_tokens)::bigint as held_tokens,
      sum(call.hold_micro)::bigint as held_micro, sum(event.budget_tokens)::bigint as tokens,
      coalesce(sum(event.cost_micro), 0)::bigint as micro,
      case when event.person_id is null then policy.limit_tokens
        else coalesce(min(own.limit_tokens), policy.person_limit_tokens) end as limit_tokens,
      case when event.person_id is null then policy.limit_micro
        else coalesce(min(own.limit_micro), policy.person_limit_micro) end as limit_micro
    from unnest(booked) as event join unnest(gone) as call on call.id = event.id
      left join ai_person_limit own on own.organization_id = org and own.person_id = event.person_id
    group by grouping sets ((event.period), (event.period, event.person_id))
    order by event.person_id nulls first, event.period
  loop
    update ai_balance
    set held_tokens = held_tokens - share.held_tokens, held_micro = held_micro - share.held_micro,
      used_tokens = used_tokens + share.tokens, used_micro = used_micro + share.micro
    where organization_id = org and period = share.period
      and person_id = coalesce(share.person_id, '00000000-0000-0000-0000-000000000000')
    returning * into balance;
    is_near := balance.used_tokens * 100 > share.limit_tokens * 80 or balance.used_micro * 100 > share.limit_micro * 80;
    is_reached := balance.used_tokens >= share.limit_tokens or balance.used_micro >= share.limit_micro;
    if is_near or is_reached then
      with reached as (
        insert into ai_alert (organization_id, person_id, period, threshold_percent)
        select org, balance.person_id, share.period, percent
        from (values (80, is_near), (100, is_reached)) as threshold (percent, is_crossed) where is_crossed
        on conflict do nothing
        returning threshold_percent
      )
      insert into outbox (id, topic, payload)
      select gen_random_uuid(), 'ai.threshold', jsonb_build_object('organizationId', org,
        'personId', balance.person_id, 'period', share.period, 'thresholdPercent', threshold_percent)
      from reached;
    end if;
  end loop;

  insert into ai_usage_day as d
  select org, local_day, provider_key, model, currency, count(*), sum(input_tokens), sum(output_tokens),
    sum(audio_seconds), coalesce(sum(cost_micro), 0), count(*) filter (where is_estimated),
    count(*) filter (where cost_micro is null)
  from unnest(booked) group by local_day, provider_key, model, currency
  order by local_day, provider_key, model, currency
  on conflict (organization_id, local_day, provider_key, model, currency) do update
    set calls = d.calls + excluded.calls, input_tokens = d.input_tokens + excluded.input_tokens,
      output_tokens = d.output_tokens + excluded.output_tokens, audio_seconds = d.audio_seconds + excluded.audio_seconds,
      cost_micro = d.cost_micro + excluded.cost_micro, estimated_calls = d.estimated_calls + excluded.estimated_calls,
      unpriced_calls = d.unpriced_calls + excluded.unpriced_calls;
  insert into ai_usage_person_day as d
  select org, local_day, person_id, currency, count(*), sum(input_tokens), sum(output_tokens), sum(audio_seconds),
    coalesce(sum(cost_micro), 0), count(*) filter (where is_estimated), count(*) filter (where cost_micro is null)
  from unnest(booked) group by local_day, person_id, currency
  order by local_day, person_id, currency
  on conflict (organization_id, local_day, person_id, currency) do update
    set calls = d.calls + excluded.calls, input_tokens = d.input_tokens + excluded.input_tokens,
      output_tokens = d.output_tokens + excluded.output_tokens, audio_seconds = d.audio_seconds + excluded.audio_seconds,
      cost_micro = d.cost_micro + excluded.cost_micro, estimated_calls = d.estimated_calls + excluded.estimated_calls,
      unpriced_calls = d.unpriced_calls + excluded.unpriced_calls;

  -- In rows of their own: a transaction that then holds calls waits for the lock of the platform's limit, and the one
  -- that has the lock must not wait for a row of the first.
  insert into ai_platform_balance as b (period, slot, held_tokens, used_tokens)
  select call.period, ai_platform_slot(org) + 32, -sum(call.hold_tokens), sum(event.budget_tokens)
  from unnest(gone) as call join unnest(booked) as event on event.id = call.id
  group by call.period order by call.period
  on conflict (period, slot) do update
    set held_tokens = b.held_tokens + excluded.held_tokens, used_tokens = b.used_tokens + excluded.used_tokens;
  return query select id from unnest(booked);
end $$;
