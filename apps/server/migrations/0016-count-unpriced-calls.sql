-- Calls of models without a price cost nothing that anybody knows: counted, so that a sum of costs can say what it
-- leaves out.
alter table ai_usage_day add column unpriced_calls bigint not null default 0;
alter table ai_usage_person_day add column unpriced_calls bigint not null default 0;

update ai_usage_day d set unpriced_calls = e.calls from (
  select organization_id, local_day, provider_key, model, currency, count(*) as calls from ai_usage_event
  where cost_micro is null group by organization_id, local_day, provider_key, model, currency
) e
where (d.organization_id, d.local_day, d.provider_key, d.model, d.currency)
  = (e.organization_id, e.local_day, e.provider_key, e.model, e.currency);
update ai_usage_person_day d set unpriced_calls = e.calls from (
  select organization_id, local_day, person_id, currency, count(*) as calls from ai_usage_event
  where cost_micro is null group by organization_id, local_day, person_id, currency
) e
where (d.organization_id, d.local_day, d.person_id, d.currency)
  = (e.organization_id, e.local_day, e.person_id, e.currency);

-- As before, and counts them.
create or replace function ai_settle(
  call_id uuid, org uuid, ending text, day date, input bigint, output bigint, cached bigint, reasoning bigint,
  audio bigint, tokens bigint, cost bigint, estimated boolean
) returns boolean language plpgsql set search_path = pg_catalog, public, pg_temp
as $$
declare
  nobody constant uuid := '00000000-0000-0000-0000-000000000000';
  call ai_call;
  policy ai_policy;
  own ai_person_limit;
begin
  delete from ai_call where organization_id = org and id = call_id returning * into call;
  if not found then return false; end if;
  select * into policy from ai_policy where organization_id = org;
  select * into own from ai_person_limit where organization_id = org and person_id = call.person_id;

  perform ai_book(call, call.person_id, tokens, coalesce(cost, 0),
    coalesce(own.limit_tokens, policy.person_limit_tokens), coalesce(own.limit_micro, policy.person_limit_micro));
  perform ai_book(call, nobody, tokens, coalesce(cost, 0), policy.limit_tokens, policy.limit_micro);

  insert into ai_usage_event (organization_id, id, occurred_at, local_day, person_id, token_id, provider_key, model,
    kind, outcome, period, budget_tokens, input_tokens, output_tokens, cached_tokens, reasoning_tokens, audio_seconds,
    cost_micro, currency, price_id, is_estimated, duration_ms)
  values (org, call_id, now(), day, call.person_id, call.token_id, call.provider_key, call.model, call.kind, ending,
    call.period, tokens, input, output, cached, reasoning, audio, cost, call.currency, call.price_id, estimated,
    least(extract(epoch from now() - call.started_at) * 1000, 2147483647)::integer);
  insert into ai_usage_day as d
  values (org, day, call.provider_key, call.model, call.currency, 1, input, output, audio, coalesce(cost, 0),
    estimated::integer, (cost is null)::integer)
  on conflict (organization_id, local_day, provider_key, model, currency) do update
    set calls = d.calls + 1, input_tokens = d.input_tokens + excluded.input_tokens,
      output_tokens = d.output_tokens + excluded.output_tokens, audio_seconds = d.audio_seconds + excluded.audio_seconds,
      cost_micro = d.cost_micro + excluded.cost_micro, estimated_calls = d.estimated_calls + excluded.estimated_calls,
      unpriced_calls = d.unpriced_calls + excluded.unpriced_calls;
  insert into ai_usage_person_day as d
  values (org, day, call.person_id, call.currency, 1, input, output, audio, coalesce(cost, 0), estimated::integer,
    (cost is null)::integer)
  on conflict (organization_id, local_day, person_id, currency) do update
    set calls = d.calls + 1, input_tokens = d.input_tokens + excluded.input_tokens,
      output_tokens = d.output_tokens + excluded.output_tokens, audio_seconds = d.audio_seconds + excluded.audio_seconds,
      cost_micro = d.cost_micro + excluded.cost_micro, estimated_calls = d.estimated_calls + excluded.estimated_calls,
      unpriced_calls = d.unpriced_calls + excluded.unpriced_calls;

  -- Last: the row that everybody shares is held for the shortest time.
  update ai_platform_balance set held_tokens = held_tokens - call.hold_tokens, used_tokens = used_tokens + tokens
  where period = call.period;
  return true;
end $$;
