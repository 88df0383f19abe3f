set local lock_timeout = '2s';

-- What all organizations use together is counted in several rows, so that calls of different organizations do not wait
-- for each other. A single row may be negative: a call is settled in another row than it was held in.
create function ai_platform_slot(org uuid) returns integer
language sql immutable parallel safe
return hashtext(org::text) & 31;

alter table ai_platform_balance
  add column slot integer not null default 0,
  drop constraint ai_platform_balance_used_tokens_check,
  drop constraint ai_platform_balance_held_tokens_check,
  drop constraint ai_platform_balance_pkey,
  add primary key (period, slot);

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
  -- In the order of their ids, as renewals lock them. By an array: a join would look through all calls of the practice.
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
