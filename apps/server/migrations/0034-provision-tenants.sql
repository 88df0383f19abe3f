set local lock_timeout = '2s';

-- When the trial of an organization ends, and the reminder that was sent last: days before the end.
alter table organization
  add column trial_ends_at timestamptz,
  add column trial_reminded_days integer;

-- Trials that have no end yet get a whole one.
update organization set trial_ends_at = now() + interval '30 days' where status = 'trial';

-- The steps by which an organization is set up, each with the time at which it was done.
create table provisioning (
  organization_id uuid primary key references organization (organization_id) on delete cascade,
  -- Who requested it, and the first administrator. Null when everything is done.
  request jsonb,
  organization_at timestamptz not null default now(),
  limits_at timestamptz,
  defaults_at timestamptz,
  administrator_at timestamptz,
  mail_at timestamptz,
  check_at timestamptz,
  -- Why the last attempt failed, and when the next one is due.
  error text,
  retry_at timestamptz not null default now() + interval '10 seconds'
);
create index provisioning_open on provisioning (retry_at) where check_at is null;
grant select, insert, update on provisioning to portal_app;
grant select, insert, update, delete on provisioning to portal_platform;

-- As before, with the end of the trial.
create or replace function find_caller(token bytea, secret bytea)
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
        'organizationStatus', o.status, 'trialEndsAt', o.trial_ends_at, 'role', m.role,
        'permissions', m.permissions, 'status', m.status,
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

-- As before, with the end of the trial.
drop function find_org_token(bytea);
create function find_org_token(hash bytea)
returns table (
  token_id uuid, organization_id uuid, organization_name text, organization_type text, organization_status text,
  trial_ends_at timestamptz,
  applications_allowed boolean, kind text, secret_generation integer, secret_expires_at timestamptz,
  generation integer, previous_retires_at timestamptz, refresh_expires_at timestamptz, revoked_at timestamptz,
  application_id text, scopes text[], person_id uuid, person_deactivated_at timestamptz,
  must_change_password boolean, is_demo boolean, membership_status text, username text, role text,
  permissions text[], blocked boolean, valid_until timestamptz, two_factor_policy text,
  two_factor_enabled boolean, has_passkey boolean
)
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select t.id, t.organization_id, o.name, o.type, o.status, o.trial_ends_at, o.allow_applications, s.kind, s.generation,
    s.expires_at, t.generation, t.previous_retires_at, t.refresh_expires_at, t.revoked_at, t.application_id, t.scopes,
    p.id, p.deactivated_at, p.must_change_password, p.is_demo, m.status, m.username, m.role, m.permissions,
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
alter function find_org_token(bytea) owner to portal_reader;
revoke all on function find_org_token(bytea) from public;
grant execute on function find_org_token(bytea) to portal_app, portal_platform;
