set local lock_timeout = '2s';

-- As before, except that the first alert needs more than 80 percent of a limit, not 80 percent exactly.
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

  -- Last: the row that everybody shares is held for the shortest time.
  for share in
    select call.period, sum(call.hold_tokens)::bigint as held, sum(event.budget_tokens)::bigint as tokens
    from unnest(gone) as call join unnest(booked) as event on event.id = call.id
    group by call.period order by call.period
  loop
    update ai_platform_balance
    set held_tokens = held_tokens - share.held, used_tokens = used_tokens + share.tokens
    where period = share.period;
  end loop;
  return query select id from unnest(booked);
end $$;
