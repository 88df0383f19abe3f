-- Practices and who works in them. Every table with an organization_id is a tenant table: row-level security is
-- switched on, forced and checked by the migration runner, not by memory.

create table organization (
  organization_id uuid primary key,
  name text not null,
  type text not null default 'practice',
  -- Typed on the login page of a new device; there is no public list of practices.
  practice_code text not null unique check (practice_code = upper(practice_code)),
  status text not null default 'trial' check (status in ('trial', 'active', 'suspended', 'archived', 'deleted')),
  verified_at timestamptz,
  plan text not null default 'starter' check (plan in ('starter', 'basic', 'professional', 'enterprise')),
  -- The tenant's own limit; null = the plan's.
  max_users integer check (max_users > 0),
  country text not null check (country in ('DE', 'AT', 'CH')),
  time_zone text not null,
  language text not null default 'de',
  currency text not null,
  details jsonb not null default '{}',
  is_demo boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);
create index organization_name on organization (name collate "de-x-icu", organization_id);

create table membership (
  organization_id uuid not null references organization (organization_id),
  id uuid not null,
  person_id uuid not null references person (id),
  username text check (username = lower(username)),
  role text not null default 'viewer',
  -- Granted beyond what the role holds; effective permissions are computed, never stored.
  permissions text[] not null default '{}',
  status text not null default 'pending' check (status in ('pending', 'active', 'deactivated', 'removed')),
  department text,
  blocked_at timestamptz,
  blocked_reason text,
  valid_until timestamptz,
  joined_at timestamptz,
  last_login_at timestamptz,
  -- Copies of the person, kept in step by sync_member_rows in the transaction that changes her, so that a
  -- practice lists and searches its people without leaving its own rows.
  first_name text not null,
  last_name text not null,
  email text,
  phone text,
  failed_login_attempts integer not null default 0,
  locked_until timestamptz,
  lock_reason text,
  two_factor_enabled boolean not null default false,
  search_text text generated always as (
    lower(first_name || ' ' || last_name || ' ' || coalesce(email, '') || ' ' || coalesce(username, ''))
  ) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (organization_id, id),
  unique (organization_id, person_id),
  unique (organization_id, username)
);
create index membership_person on membership (person_id);
create index membership_username on membership (username);
create index membership_last_name on membership
  (organization_id, last_name collate "de-x-icu", first_name collate "de-x-icu", person_id);

grant select, insert, update on organization, membership to portal_app;
grant select, insert, update, delete on organization, membership to portal_platform;
grant select on person, two_factor, device, device_secret, session, access_token, organization, membership
  to portal_reader;
grant update (first_name, last_name, email, phone, failed_login_attempts, locked_until, lock_reason,
  two_factor_enabled, updated_at) on membership to portal_reader;

-- Everything the server must know about a caller, in one round trip, before any practice is bound. Sees only the
-- session that the token belongs to. The rules (expiry, two halves, generations) are applied by the caller.
-- pg_temp stands last: left out, the caller's temporary tables would be found before ours.
create function find_caller(token bytea, secret bytea)
returns table (
  session_id uuid, person_id uuid, device_id uuid, device_kind text, device_generation integer,
  device_parent_retires_at timestamptz, device_revoked_at timestamptz, secret_device_id uuid,
  secret_generation integer, start_organization_id uuid, restriction text, remember_me boolean,
  authenticated_at timestamptz, last_active_at timestamptz, absolute_expires_at timestamptz,
  ended_at timestamptz, token_expires_at timestamptz, platform_role text, deactivated_at timestamptz,
  is_demo boolean, memberships jsonb
)
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select s.id, s.person_id, s.device_id, d.kind, d.generation, d.parent_retires_at, d.revoked_at,
    ds.device_id, ds.generation, s.start_organization_id, s.restriction, s.remember_me,
    s.authenticated_at, s.last_active_at, s.absolute_expires_at, s.ended_at, t.expires_at,
    p.platform_role, p.deactivated_at, p.is_demo,
    (select coalesce(jsonb_agg(jsonb_build_object(
        'organizationId', m.organization_id, 'name', o.name, 'type', o.type,
        'organizationStatus', o.status, 'role', m.role, 'permissions', m.permissions, 'status', m.status,
        'username', m.username, 'blocked', m.blocked_at is not null,
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

-- Who may be meant by a sign-in name: an address, a user name in one practice, or a user name anywhere.
create function find_login_candidates(login_email text, login_username text, in_organization uuid)
returns table (
  person_id uuid, first_name text, last_name text, email text, password_hash text, platform_role text,
  must_change_password boolean, deactivated_at timestamptz, is_demo boolean, two_factor_enabled boolean,
  last_organization_id uuid, memberships jsonb
)
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select p.id, p.first_name, p.last_name, p.email, p.password_hash, p.platform_role, p.must_change_password,
    p.deactivated_at, p.is_demo,
    exists (select from two_factor tf where tf.person_id = p.id and tf.enabled_at is not null),
    p.last_organization_id,
    (select coalesce(jsonb_agg(jsonb_build_object(
        'organizationId', m.organization_id, 'name', o.name, 'type', o.type,
        'organizationStatus', o.status, 'role', m.role, 'permissions', m.permissions, 'status', m.status,
        'username', m.username, 'blocked', m.blocked_at is not null,
        'validUntil', m.valid_until) order by o.name, o.organization_id), '[]')
      from membership m join organization o using (organization_id)
      where m.person_id = p.id and m.status <> 'removed')
  from person p
  where p.id in (
    select id from person where login_email is not null and person.email = login_email
    union
    select id from person where login_username is not null and platform_username = login_username
    union
    select m.person_id from membership m
    where login_username is not null and m.username = login_username and m.status <> 'removed'
      and (in_organization is null or m.organization_id = in_organization)
  )
  -- Platform accounts first: however many practices use the name, the limit never cuts one off.
  order by p.platform_role is null, p.id
  limit 3
$$;

create function find_organization_by_code(code text)
returns table (organization_id uuid, name text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select o.organization_id, o.name from organization o
  where o.practice_code = upper(code) and o.status in ('trial', 'active', 'suspended')
$$;

-- Copies what practices list of a person to her member rows; called in the transaction that changed her.
create function sync_member_rows(changed_person uuid)
returns void
language sql volatile security definer set search_path = pg_catalog, public, pg_temp
as $$
  update membership m set first_name = p.first_name, last_name = p.last_name, email = p.email, phone = p.phone,
    failed_login_attempts = p.failed_login_attempts, locked_until = p.locked_until, lock_reason = p.lock_reason,
    two_factor_enabled = exists (
      select from two_factor tf where tf.person_id = p.id and tf.enabled_at is not null),
    updated_at = now()
  from person p
  where p.id = changed_person and m.person_id = p.id
$$;

alter function find_caller(bytea, bytea) owner to portal_reader;
alter function find_login_candidates(text, text, uuid) owner to portal_reader;
alter function find_organization_by_code(text) owner to portal_reader;
alter function sync_member_rows(uuid) owner to portal_reader;
revoke all on function find_caller(bytea, bytea), find_login_candidates(text, text, uuid),
  find_organization_by_code(text), sync_member_rows(uuid) from public;
grant execute on function find_caller(bytea, bytea), find_login_candidates(text, text, uuid),
  find_organization_by_code(text), sync_member_rows(uuid) to portal_app, portal_platform;
