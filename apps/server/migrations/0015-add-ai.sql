-- AI: what the platform offers, what a practice allows itself, calls that are open, and what was used.
-- No table here has a place for a prompt, an answer, a recording or a transcript.

-- Where calls go. Endpoint, key and paperwork belong to the platform.
create table ai_provider (
  key text primary key check (key ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
  -- By which the log names it.
  id uuid not null unique default gen_random_uuid(),
  name text not null check (name <> ''),
  wire text not null check (wire in ('openai', 'mistral', 'azure', 'ionos', 'stackit', 'ollama', 'vllm', 'anthropic')),
  base_url text,
  -- Sealed with this row as its place; the last four characters are all that is ever shown.
  api_key bytea,
  api_key_last4 text,
  region text check (region in ('local', 'de', 'eu', 'ch', 'us', 'global')),
  establishment text check (establishment in ('de', 'eu', 'ch', 'none')),
  c5_type text check (c5_type in ('type1', 'type2')),
  c5_valid_until date,
  retention_days integer check (retention_days >= 0),
  trains_on_data boolean,
  enabled boolean not null default false,
  stopped_at timestamptz,
  stopped_reason text,
  is_demo boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  check ((api_key is null) = (api_key_last4 is null)),
  check ((c5_type is null) = (c5_valid_until is null))
);
grant select on ai_provider to portal_app;
grant select, insert, update, delete on ai_provider to portal_platform;

-- What the portal can talk to. Addresses that are the same for everybody; paperwork is the operator's to state.
insert into ai_provider (key, name, wire, base_url) values
  ('openai', 'OpenAI', 'openai', 'https://api.openai.com/v1'),
  ('mistral', 'Mistral AI (EU)', 'mistral', 'https://api.eu.mistral.ai/v1'),
  ('azure', 'Azure OpenAI', 'azure', null),
  ('ionos', 'IONOS AI Model Hub', 'ionos', 'https://openai.inference.de-txl.ionos.com/v1'),
  ('stackit', 'STACKIT AI Model Serving', 'stackit', 'https://api.openai-compat.model-serving.eu01.onstackit.cloud/v1'),
  ('anthropic', 'Anthropic', 'anthropic', 'https://api.anthropic.com'),
  ('ollama', 'Ollama', 'ollama', null),
  ('vllm', 'vLLM', 'vllm', null);

create table ai_model (
  provider_key text not null references ai_provider (key) on delete cascade,
  model text not null check (model <> ''),
  kind text not null check (kind in ('chat', 'audio')),
  max_output_tokens integer not null default 4096 check (max_output_tokens > 0),
  enabled boolean not null default true,
  primary key (provider_key, model)
);
grant select on ai_model to portal_app;
grant select, insert, update, delete on ai_model to portal_platform;

-- Prices in millionths of the currency: per million tokens, per hour of audio. The newest that has begun counts; a
-- price is never changed, only followed by another, because what was used says which one it was.
create table ai_price (
  id uuid primary key,
  provider_key text not null references ai_provider (key) on delete cascade,
  model text not null,
  currency text not null check (currency in ('EUR', 'CHF')),
  valid_from timestamptz not null,
  valid_until timestamptz,
  input_micro bigint not null check (input_micro >= 0),
  output_micro bigint not null check (output_micro >= 0),
  cached_micro bigint not null check (cached_micro >= 0),
  reasoning_micro bigint not null check (reasoning_micro >= 0),
  audio_hour_micro bigint not null check (audio_hour_micro >= 0),
  -- What the region costs on top, in hundredths of a per cent.
  uplift_basis_points integer not null default 0 check (uplift_basis_points between 0 and 100000),
  created_at timestamptz not null default now(),
  unique (provider_key, model, currency, valid_from),
  check (valid_until is null or valid_until > valid_from)
);
grant select on ai_price to portal_app;
grant select, insert, update, delete on ai_price to portal_platform;

-- The platform's own limit and switch; one row.
create table ai_platform (
  is_only boolean primary key default true check (is_only),
  limit_tokens bigint check (limit_tokens >= 0),
  stopped_at timestamptz,
  stopped_reason text
);
insert into ai_platform default values;
grant select on ai_platform to portal_app;
grant select, update on ai_platform to portal_platform;

create table ai_platform_balance (
  period date primary key,
  used_tokens bigint not null default 0 check (used_tokens >= 0),
  held_tokens bigint not null default 0 check (held_tokens >= 0)
) with (fillfactor = 50);
grant select, insert, update on ai_platform_balance to portal_app;
grant select, insert, update, delete on ai_platform_balance to portal_platform;

-- What a practice demands of a provider, its limits a month (null: none of its own) and its switch.
create table ai_policy (
  organization_id uuid primary key references organization (organization_id),
  regions text[] not null default '{local,de,eu}'
    check (regions <@ '{local,de,eu,ch,us,global}'::text[] and cardinality(regions) > 0),
  requires_c5 boolean not null default true,
  requires_secrecy boolean not null default true,
  requires_processing boolean not null default true,
  max_retention_days integer not null default 0 check (max_retention_days >= 0),
  allows_training boolean not null default false,
  allows_prompt_in_address boolean not null default true,
  limit_tokens bigint check (limit_tokens >= 0),
  limit_micro bigint check (limit_micro >= 0),
  person_limit_tokens bigint check (person_limit_tokens >= 0),
  person_limit_micro bigint check (person_limit_micro >= 0),
  stopped_at timestamptz,
  stopped_reason text,
  updated_at timestamptz not null default now(),
  version integer not null default 1
);
grant select, insert, update on ai_policy to portal_app;
grant select, insert, update, delete on ai_policy to portal_platform;

-- What a practice has agreed with a provider.
create table ai_approval (
  organization_id uuid not null references organization (organization_id),
  provider_key text not null references ai_provider (key) on delete cascade,
  approved boolean not null,
  secrecy_agreed_on date,
  processing_version text,
  processing_agreed_on date,
  -- null: all of the provider's.
  models text[],
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (organization_id, provider_key),
  check ((processing_version is null) = (processing_agreed_on is null))
);
grant select, insert, update on ai_approval to portal_app;
grant select, insert, update, delete on ai_approval to portal_platform;

-- Limits of one person where they differ from those of everybody, and her switch.
create table ai_person_limit (
  organization_id uuid not null references organization (organization_id),
  person_id uuid not null references person (id),
  limit_tokens bigint check (limit_tokens >= 0),
  limit_micro bigint check (limit_micro >= 0),
  stopped_at timestamptz,
  stopped_reason text,
  primary key (organization_id, person_id)
);
grant select, insert, update, delete on ai_person_limit to portal_app, portal_platform;

-- What was used and is held in a month, of a practice (the person is the nil id) and of each of its people.
create table ai_balance (
  organization_id uuid not null references organization (organization_id),
  person_id uuid not null,
  period date not null,
  used_tokens bigint not null default 0 check (used_tokens >= 0),
  held_tokens bigint not null default 0 check (held_tokens >= 0),
  used_micro bigint not null default 0 check (used_micro >= 0),
  held_micro bigint not null default 0 check (held_micro >= 0),
  primary key (organization_id, person_id, period)
) with (fillfactor = 50);
grant select, insert, update on ai_balance to portal_app;
grant select, insert, update, delete on ai_balance to portal_platform;

-- Calls that are open, with what they hold. Whoever carries one out renews its lease; one whose lease ended is settled
-- by the sweeper with what was received by then.
create table ai_call (
  organization_id uuid not null references organization (organization_id),
  id uuid not null,
  person_id uuid not null,
  token_id uuid,
  provider_key text not null,
  model text not null,
  kind text not null check (kind in ('chat', 'audio')),
  period date not null,
  hold_tokens bigint not null check (hold_tokens >= 0),
  hold_micro bigint not null check (hold_micro >= 0),
  input_tokens bigint not null check (input_tokens >= 0),
  received_tokens bigint not null default 0 check (received_tokens >= 0),
  audio_seconds bigint not null default 0 check (audio_seconds >= 0),
  price_id uuid references ai_price (id),
  currency text not null,
  started_at timestamptz not null default now(),
  leased_until timestamptz not null,
  primary key (organization_id, id)
);
create index ai_call_lease on ai_call (leased_until);
grant select, insert, update, delete on ai_call to portal_app, portal_platform;

-- What was used, a row a call, for good: amounts only. The day is that of the practice when it was booked.
create table ai_usage_event (
  organization_id uuid not null references organization (organization_id),
  id uuid not null,
  occurred_at timestamptz not null,
  local_day date not null,
  person_id uuid not null,
  token_id uuid,
  provider_key text not null,
  model text not null,
  kind text not null check (kind in ('chat', 'audio')),
  outcome text not null check (outcome in ('done', 'aborted', 'failed', 'lost')),
  -- The month whose balance it was taken from and what it took there: a call that runs past the end of a month is
  -- booked on a day of the next one, and audio counts in tokens only for limits.
  period date not null,
  budget_tokens bigint not null check (budget_tokens >= 0),
  input_tokens bigint not null check (input_tokens >= 0),
  output_tokens bigint not null check (output_tokens >= 0),
  cached_tokens bigint not null default 0 check (cached_tokens between 0 and input_tokens),
  reasoning_tokens bigint not null default 0 check (reasoning_tokens between 0 and output_tokens),
  audio_seconds bigint not null default 0 check (audio_seconds >= 0),
  -- null: the model had no price.
  cost_micro bigint check (cost_micro >= 0),
  currency text not null,
  price_id uuid references ai_price (id),
  is_estimated boolean not null,
  duration_ms integer not null check (duration_ms >= 0),
  primary key (organization_id, id)
);
-- With what the ledger adds up beside it, which it then does without the table.
create index ai_usage_event_time on ai_usage_event (organization_id, occurred_at desc, id desc)
  include (period, person_id, budget_tokens, cost_micro);
grant select, insert on ai_usage_event to portal_app;
grant select, insert, update, delete on ai_usage_event to portal_platform;

-- The same by day, written with it.
create table ai_usage_day (
  organization_id uuid not null references organization (organization_id),
  local_day date not null,
  provider_key text not null,
  model text not null,
  currency text not null,
  calls bigint not null,
  input_tokens bigint not null,
  output_tokens bigint not null,
  audio_seconds bigint not null,
  cost_micro bigint not null,
  estimated_calls bigint not null,
  primary key (organization_id, local_day, provider_key, model, currency)
);
create table ai_usage_person_day (
  organization_id uuid not null references organization (organization_id),
  local_day date not null,
  person_id uuid not null,
  currency text not null,
  calls bigint not null,
  input_tokens bigint not null,
  output_tokens bigint not null,
  audio_seconds bigint not null,
  cost_micro bigint not null,
  estimated_calls bigint not null,
  primary key (organization_id, local_day, person_id, currency)
);
grant select, insert, update on ai_usage_day, ai_usage_person_day to portal_app;
grant select, insert, update, delete on ai_usage_day, ai_usage_person_day to portal_platform;

-- A threshold that was reached in a month: noted once, and told once.
create table ai_alert (
  organization_id uuid not null references organization (organization_id),
  person_id uuid not null,
  period date not null,
  threshold_percent integer not null check (threshold_percent in (80, 100)),
  reached_at timestamptz not null default now(),
  told_at timestamptz,
  primary key (organization_id, person_id, period, threshold_percent)
);
grant select, insert on ai_alert to portal_app;
grant select, insert, update, delete on ai_alert to portal_platform;

-- Holds what a call may use at most, in the rows of person, practice and platform, always in this order, so that two
-- calls never wait for each other. Each row is changed by one statement that says what must still be free: a second
-- look at a row somebody else has changed meanwhile sees her change. A refusal fails with AI001 and the reason as its
-- message, and nothing is held.
create function ai_reserve(
  call_id uuid, org uuid, person uuid, token uuid, provider text, model_name text, call_kind text, month date,
  tokens bigint, micro bigint, input bigint, audio bigint, price uuid, money text, lease interval
) returns void language plpgsql set search_path = pg_catalog, public, pg_temp
as $$
declare
  nobody constant uuid := '00000000-0000-0000-0000-000000000000';
  platform ai_platform;
  policy ai_policy;
  own ai_person_limit;
begin
  select * into platform from ai_platform;
  select * into policy from ai_policy where organization_id = org;
  select * into own from ai_person_limit where organization_id = org and person_id = person;
  if platform.stopped_at is not null then raise exception 'platform_stopped' using errcode = 'AI001'; end if;
  if not exists (select from ai_provider where key = provider and enabled and stopped_at is null) then
    raise exception 'provider_stopped' using errcode = 'AI001';
  end if;
  if policy.stopped_at is not null then raise exception 'practice_stopped' using errcode = 'AI001'; end if;
  if own.stopped_at is not null then raise exception 'person_stopped' using errcode = 'AI001'; end if;
  if price is null and (policy.limit_micro is not null
      or coalesce(own.limit_micro, policy.person_limit_micro) is not null) then
    raise exception 'unpriced' using errcode = 'AI001';
  end if;

  if not ai_hold(org, person, month, tokens, micro,
      coalesce(own.limit_tokens, policy.person_limit_tokens), coalesce(own.limit_micro, policy.person_limit_micro)) then
    raise exception 'person_limit' using errcode = 'AI001';
  end if;
  if not ai_hold(org, nobody, month, tokens, micro, policy.limit_tokens, policy.limit_micro) then
    raise exception 'practice_limit' using errcode = 'AI001';
  end if;
  insert into ai_platform_balance as b (period, held_tokens)
  select month, tokens where platform.limit_tokens is null or tokens <= platform.limit_tokens
  on conflict (period) do update set held_tokens = b.held_tokens + tokens
    where platform.limit_tokens is null or b.used_tokens + b.held_tokens + tokens <= platform.limit_tokens;
  if not found then raise exception 'platform_limit' using errcode = 'AI001'; end if;

  insert into ai_call (organization_id, id, person_id, token_id, provider_key, model, kind, period, hold_tokens,
    hold_micro, input_tokens, audio_seconds, price_id, currency, leased_until)
  values (org, call_id, person, token, provider, model_name, call_kind, month, tokens, micro, input, audio, price,
    money, now() + lease);
end $$;

-- Whether so much was still free in a row of a practice; it is held then.
create function ai_hold(
  org uuid, person uuid, month date, tokens bigint, micro bigint, limit_t bigint, limit_m bigint
) returns boolean language plpgsql set search_path = pg_catalog, public, pg_temp
as $$
begin
  insert into ai_balance as b (organization_id, person_id, period, held_tokens, held_micro)
  select org, person, month, tokens, micro
  where (limit_t is null or tokens <= limit_t) and (limit_m is null or micro <= limit_m)
  on conflict (organization_id, person_id, period) do update
    set held_tokens = b.held_tokens + tokens, held_micro = b.held_micro + micro
    where (limit_t is null or b.used_tokens + b.held_tokens + tokens <= limit_t)
      and (limit_m is null or b.used_micro + b.held_micro + micro <= limit_m);
  return found;
end $$;

-- Books what a call used in place of what it held: rows in the same order as above, the event, its days, and each
-- threshold that is reached for the first time. False when it had been settled before; then nothing changes.
create function ai_settle(
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
    estimated::integer)
  on conflict (organization_id, local_day, provider_key, model, currency) do update
    set calls = d.calls + 1, input_tokens = d.input_tokens + excluded.input_tokens,
      output_tokens = d.output_tokens + excluded.output_tokens, audio_seconds = d.audio_seconds + excluded.audio_seconds,
      cost_micro = d.cost_micro + excluded.cost_micro, estimated_calls = d.estimated_calls + excluded.estimated_calls;
  insert into ai_usage_person_day as d
  values (org, day, call.person_id, call.currency, 1, input, output, audio, coalesce(cost, 0), estimated::integer)
  on conflict (organization_id, local_day, person_id, currency) do update
    set calls = d.calls + 1, input_tokens = d.input_tokens + excluded.input_tokens,
      output_tokens = d.output_tokens + excluded.output_tokens, audio_seconds = d.audio_seconds + excluded.audio_seconds,
      cost_micro = d.cost_micro + excluded.cost_micro, estimated_calls = d.estimated_calls + excluded.estimated_calls;

  -- Last: the row that everybody shares is held for the shortest time.
  update ai_platform_balance set held_tokens = held_tokens - call.hold_tokens, used_tokens = used_tokens + tokens
  where period = call.period;
  return true;
end $$;

-- Turns the hold of a call in one row into use, and notes thresholds that are reached for the first time.
create function ai_book(
  call ai_call, person uuid, tokens bigint, cost bigint, limit_t bigint, limit_m bigint
) returns void language plpgsql set search_path = pg_catalog, public, pg_temp
as $$
declare
  balance ai_balance;
begin
  update ai_balance set held_tokens = held_tokens - call.hold_tokens, held_micro = held_micro - call.hold_micro,
    used_tokens = used_tokens + tokens, used_micro = used_micro + cost
  where organization_id = call.organization_id and person_id = person and period = call.period
  returning * into balance;
  with reached as (
    insert into ai_alert (organization_id, person_id, period, threshold_percent)
    select call.organization_id, person, call.period, percent from unnest('{80,100}'::integer[]) as percent
    where balance.used_tokens * 100 >= limit_t * percent or balance.used_micro * 100 >= limit_m * percent
    on conflict do nothing
    returning threshold_percent
  )
  insert into outbox (id, topic, payload)
  select gen_random_uuid(), 'ai.threshold', jsonb_build_object('organizationId', call.organization_id,
    'personId', person, 'period', call.period, 'thresholdPercent', threshold_percent)
  from reached;
end $$;

revoke all on function
  ai_reserve(uuid, uuid, uuid, uuid, text, text, text, date, bigint, bigint, bigint, bigint, uuid, text, interval),
  ai_hold(uuid, uuid, date, bigint, bigint, bigint, bigint),
  ai_settle(uuid, uuid, text, date, bigint, bigint, bigint, bigint, bigint, bigint, bigint, boolean),
  ai_book(ai_call, uuid, bigint, bigint, bigint, bigint)
from public;
grant execute on function
  ai_reserve(uuid, uuid, uuid, uuid, text, text, text, date, bigint, bigint, bigint, bigint, uuid, text, interval),
  ai_hold(uuid, uuid, date, bigint, bigint, bigint, bigint),
  ai_settle(uuid, uuid, text, date, bigint, bigint, bigint, bigint, bigint, bigint, bigint, boolean),
  ai_book(ai_call, uuid, bigint, bigint, bigint, bigint)
to portal_app, portal_platform;
