set local lock_timeout = '2s';

-- Books calls whose holds are gone, because the database lost them in a crash or a failover before they were on disk.
-- Calls that have their event are left alone. Returns the ids of those that were booked.
create function ai_settle_lost(org uuid, calls json, endings json)
returns setof uuid language plpgsql set search_path = pg_catalog, public, pg_temp
as $$
begin
  -- They hold nothing: what they held is lost as well, so there is nothing to release.
  insert into ai_call (organization_id, id, person_id, token_id, provider_key, model, kind, period, hold_tokens,
    hold_micro, input_tokens, audio_seconds, price_id, currency, leased_until)
  select org, call.id, call.person_id, call.token_id, call.provider_key, call.model, call.kind, call.period, 0, 0,
    call.input_tokens, call.audio_seconds, call.price_id, call.currency, now()
  from json_populate_recordset(null::ai_call, calls) as call
  where not exists (select from ai_usage_event event where event.organization_id = org and event.id = call.id)
  order by call.id
  on conflict (organization_id, id) do nothing;
  -- The organization before its people, as in ai_reserve.
  insert into ai_balance (organization_id, person_id, period, held_tokens, held_micro)
  select distinct org, share.person_id, call.period, 0, 0
  from json_populate_recordset(null::ai_call, calls) as call
    cross join lateral (values ('00000000-0000-0000-0000-000000000000'::uuid), (call.person_id)) as share (person_id)
  order by share.person_id, call.period
  on conflict (organization_id, person_id, period) do nothing;
  return query select * from ai_settle(org, endings);
end $$;
revoke all on function ai_settle_lost(uuid, json, json) from public;
grant execute on function ai_settle_lost(uuid, json, json) to portal_app, portal_platform;
