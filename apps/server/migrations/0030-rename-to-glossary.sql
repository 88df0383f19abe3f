set local lock_timeout = '2s';

-- Gives tables, columns and stored values the names that the code uses, all at once, before the first numbered release.
-- No process of an earlier version may be running.

alter table rescue_code rename to recovery_code;
alter table practice_visit rename to organization_visit;

-- These tables name an organization but are not tenant tables; see `global-tables.ts`.
alter table ai_stream_ticket rename column practice_id to organization_id;
alter table email_change rename column practice_id to organization_id;
alter table idempotency_key rename column practice_id to organization_id;
alter table notification rename column practice_id to organization_id;
alter table org_token_secret rename column practice_id to organization_id;
alter table organization_visit rename column practice_id to organization_id;
alter table recovery_code rename column practice_id to organization_id;

alter table ai_alert rename column told_at to notified_at;
alter table ai_platform rename column is_only to singleton;
alter table device rename column parent_retires_at to previous_retires_at;
alter table one_time_token rename column tries to attempts;
alter table org_token rename column parent_retires_at to previous_retires_at;
alter table organization rename column status_before to previous_status;
-- No longer read: a reactivated organization is always active.
alter table organization drop column suspended_from;
alter table recovery_code rename column tries to attempts;
alter table staff_change rename column hindered_at to blocked_at;
alter table transfer rename column kept to saved_membership;

alter index ai_stream_ticket_practice rename to ai_stream_ticket_organization;
alter index notification_practice rename to notification_organization;
alter index rescue_code_creator rename to recovery_code_creator;
alter index rescue_code_expiry rename to recovery_code_expiry;
alter index rescue_code_open rename to recovery_code_open;

-- Includes the "not null" constraints, which have names since PostgreSQL 18.
do $$
declare
  renames constant text[][] := array[
    ['rescue_code', 'recovery_code'], ['practice_visit', 'organization_visit'], ['practice_id', 'organization_id'],
    ['tries', 'attempts'], ['parent_retires_at', 'previous_retires_at'], ['is_only', 'singleton'],
    ['status_before', 'previous_status']];
  rename text[];
  found record;
begin
  foreach rename slice 1 in array renames loop
    for found in
      select conrelid::regclass as relation, conname as name from pg_constraint
      where connamespace = 'public'::regnamespace and conname ~ ('(^|_)' || rename[1] || '_')
    loop
      execute format('alter table %s rename constraint %I to %I', found.relation, found.name,
        replace(found.name, rename[1], rename[2]));
    end loop;
  end loop;
end $$;

alter table staff_change drop constraint staff_change_kind_check;
update staff_change set kind = case kind when 'joining' then 'onboarding' else 'offboarding' end
  where kind in ('joining', 'leaving');
alter table staff_change
  add constraint staff_change_kind_check check (kind in ('onboarding', 'offboarding')) not valid;
alter table staff_change validate constraint staff_change_kind_check;

-- The jobs keep their schedules and leases.
update scheduled_job set name = 'access-expiry' where name = 'access-end';
update scheduled_job set name = 'ai-orphaned-calls' where name = 'ai-lost-calls';
update scheduled_job set name = 'offboarding' where name = 'staff-leaving';

-- Mails that have not been sent yet, and notifications of the last 30 days.
update outbox set payload = jsonb_set(payload, '{template}', '"recoveryCodeCreated"')
  where topic = 'mail' and payload ->> 'template' = 'rescueCodeCreated';
update notification set kind = replace(kind, 'rescueCode', 'recoveryCode')
  where kind in ('rescueCodeCreated', 'rescueCodeCreatedForMember');

alter function find_desk(uuid) rename to find_workstation;
alter function erase_practice_names(uuid) rename to erase_organization_names;
alter function forget_password_end() rename to clear_password_expiry;
alter trigger forget_password_end on person rename to clear_password_expiry;
alter function keep_entitlements() rename to sync_entitlements;
alter trigger keep_entitlements on organization rename to sync_entitlements;
alter function note_department() rename to record_department;
alter trigger note_department on membership rename to record_department;
alter function note_departments() rename to record_departments;
alter trigger note_departments on membership rename to record_departments;

create or replace function delete_member_notifications() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp
as $$
begin
  delete from notification where person_id = new.person_id and organization_id = new.organization_id;
  return null;
end $$;

drop function find_caller(bytea, bytea);
create function find_caller(token bytea, secret bytea)
returns table (
  session_id uuid, person_id uuid, device_id uuid, device_kind text, device_generation integer,
  device_previous_retires_at timestamptz, device_revoked_at timestamptz, secret_device_id uuid,
  secret_generation integer, start_organization_id uuid, restriction text, remember_me boolean,
  session_created_at timestamptz, authenticated_at timestamptz, second_factor_at timestamptz,
  last_active_at timestamptz, absolute_expires_at timestamptz, locked_at timestamptz, ended_at timestamptz,
  token_expires_at timestamptz, platform_role text, deactivated_at timestamptz, is_demo boolean,
  must_change_password boolean, two_factor_enabled boolean, has_passkey boolean, memberships jsonb
)
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select s.id, s.person_id, s.device_id, d.kind, d.generation, d.previous_retires_at, d.revoked_at,
    ds.device_id, ds.generation, s.start_organization_id, s.restriction, s.remember_me,
    s.created_at, s.authenticated_at, s.second_factor_at, s.last_active_at, s.absolute_expires_at, s.locked_at, s.ended_at,
    t.expires_at, p.platform_role, p.deactivated_at, p.is_demo, p.must_change_password,
    exists (select from two_factor tf where tf.person_id = p.id and tf.enabled_at is not null),
    exists (select from passkey k where k.person_id = p.id),
    (select coalesce(jsonb_agg(jsonb_build_object(
        'organizationId', m.organization_id, 'name', o.name, 'type', o.type,
        'organizationStatus', o.status, 'role', m.role, 'permissions', m.permissions, 'status', m.status,
        'username', m.username, 'blocked', m.blocked_at is not null, 'twoFactorPolicy', o.two_factor_policy,
        'sessionIdleMinutes', o.session_idle_minutes, 'sessionHours', o.session_hours,
        'allowRememberMe', o.allow_remember_me,
        'validUntil', m.valid_until) order by o.name, o.organization_id), '[]')
      from membership m join organization o using (organization_id)
      where m.person_id = s.person_id and m.status <> 'removed')
  from access_token t
  join session s on s.id = t.session_id
  join device d on d.id = s.device_id
  join person p on p.id = s.person_id
  left join device_secret ds on ds.secret_hash = secret
  where t.token_hash = token
$$;

drop function find_org_token(bytea);
create function find_org_token(hash bytea)
returns table (
  token_id uuid, organization_id uuid, organization_name text, organization_type text, organization_status text,
  applications_allowed boolean, kind text, secret_generation integer, secret_expires_at timestamptz,
  generation integer, previous_retires_at timestamptz, refresh_expires_at timestamptz, revoked_at timestamptz,
  application_id text, scopes text[], person_id uuid, person_deactivated_at timestamptz,
  must_change_password boolean, is_demo boolean, membership_status text, username text, role text,
  permissions text[], blocked boolean, valid_until timestamptz, two_factor_policy text,
  two_factor_enabled boolean, has_passkey boolean
)
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select t.id, t.organization_id, o.name, o.type, o.status, o.allow_applications, s.kind, s.generation, s.expires_at,
    t.generation, t.previous_retires_at, t.refresh_expires_at, t.revoked_at, t.application_id, t.scopes, p.id, p.deactivated_at,
    p.must_change_password, p.is_demo, m.status, m.username, m.role, m.permissions,
    m.blocked_at is not null, m.valid_until, o.two_factor_policy,
    exists (select from two_factor tf where tf.person_id = p.id and tf.enabled_at is not null),
    exists (select from passkey k where k.person_id = p.id)
  from org_token_secret s
  join org_token t on t.organization_id = s.organization_id and t.id = s.token_id
  join organization o on o.organization_id = t.organization_id
  join person p on p.id = t.person_id
  join membership m on m.organization_id = t.organization_id and m.id = t.membership_id and m.person_id = t.person_id
  where s.token_hash = hash
$$;

-- The people who can work in no other organization once this one is closed. `except_administrators` leaves out its
-- administrators, who keep reading and exporting.
drop function people_of_practice_alone(uuid, timestamptz, boolean);
create function people_only_in_organization(
  closed_organization uuid, at_time timestamptz, except_administrators boolean
)
returns table (person_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select m.person_id from membership m join person p on p.id = m.person_id
  where m.organization_id = closed_organization and m.status <> 'removed' and p.platform_role is null
    and not (except_administrators and m.role = 'org_admin'
      and usable_membership(m.status, m.blocked_at, m.valid_until, at_time))
    and not exists (
      select from membership other join organization o using (organization_id)
      where other.person_id = m.person_id and other.organization_id <> closed_organization
        and usable_membership(other.status, other.blocked_at, other.valid_until, at_time)
        and organization_admits(o.status, other.role))
$$;

-- Whether a person is a member of another organization, also one that knows them by an address still to be confirmed.
drop function person_belongs_elsewhere(uuid, uuid);
create function has_other_memberships(of_person uuid, except_organization uuid)
returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select exists (
    select from membership m
    where m.person_id = of_person and m.organization_id <> except_organization and m.status <> 'removed'
  ) or exists (
    select from person p join person claimed on claimed.pending_email = p.email
    join membership m on m.person_id = claimed.id
    where p.id = of_person and p.email is not null and m.organization_id <> except_organization
      and m.status <> 'removed'
  )
$$;

alter function find_caller(bytea, bytea) owner to portal_reader;
alter function find_org_token(bytea) owner to portal_reader;
alter function people_only_in_organization(uuid, timestamptz, boolean) owner to portal_reader;
alter function has_other_memberships(uuid, uuid) owner to portal_reader;
revoke all on function find_caller(bytea, bytea), find_org_token(bytea),
  people_only_in_organization(uuid, timestamptz, boolean), has_other_memberships(uuid, uuid) from public;
grant execute on function find_caller(bytea, bytea), find_org_token(bytea),
  people_only_in_organization(uuid, timestamptz, boolean), has_other_memberships(uuid, uuid)
  to portal_app, portal_platform;

create or replace function search_members(patterns text[])
returns setof uuid
language plpgsql stable security definer rows 200 set search_path = pg_catalog, public, pg_temp
as $$
declare
  organization constant uuid := nullif(current_setting('app.organization_id', true), '')::uuid;
  required constant text[] := array(
    select lower(pattern) from unnest(patterns) with ordinality as given (pattern, position) order by position);
begin
  if organization is null or cardinality(required) = 0 then
    return;
  elsif required[1] !~ '[[:alnum:]]{3}' then
    -- Too short for trigrams.
    return query select m.person_id from membership m
      where m.organization_id = organization and m.status <> 'removed' and m.search_text like all (required);
  else
    return query select m.person_id from membership m
      where m.organization_id = organization and m.status <> 'removed'
        and m.search_text like required[1] and m.search_text like all (required);
  end if;
end $$;

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

  -- Last, because all calls lock this row.
  for share in
    select call.period, sum(call.hold_tokens)::bigint as tokens from unnest(requested) as call
    group by call.period order by call.period
  loop
    insert into ai_platform_balance as b (period, held_tokens)
    select share.period, share.tokens where platform.limit_tokens is null or share.tokens <= platform.limit_tokens
    on conflict (period) do update set held_tokens = b.held_tokens + share.tokens
      where platform.limit_tokens is null or b.used_tokens + b.held_tokens + share.tokens <= platform.limit_tokens;
    if not found then raise exception 'platform_limit' using errcode = 'AI001'; end if;
  end loop;
end $$;
