-- Settings of practices with effect, states with a way back, departments and sites.

-- What a practice chooses. The bounds are those of the platform, so that no practice goes beyond them.
alter table organization
  add column session_idle_minutes integer not null default 30 check (session_idle_minutes between 5 and 30),
  add column session_hours integer not null default 24 check (session_hours between 1 and 24),
  add column allow_remember_me boolean not null default true,
  add column allow_applications boolean not null default true,
  add column invitation_days integer not null default 7 check (invitation_days between 1 and 30),
  add column external_access_days integer not null default 90 check (external_access_days between 1 and 365),
  add column notify_members boolean not null default true,
  add column notify_roles boolean not null default true,
  add column notify_security boolean not null default true;

-- Where a suspended or deleted practice goes back to, and why it is what it is.
alter table organization
  add column status_before text check (status_before in ('trial', 'active', 'suspended', 'archived')),
  add column suspended_from text check (suspended_from in ('trial', 'active')),
  add column suspended_at timestamptz,
  add column suspension_reason text,
  add column deleted_at timestamptz;
update organization set suspended_at = updated_at, suspended_from = 'active' where status = 'suspended';
update organization set deleted_at = updated_at where status = 'deleted';

-- A department is a name that members carry. Its row lets it exist without members, and be renamed as one thing.
create table department (
  organization_id uuid not null references organization (organization_id),
  id uuid not null,
  name text not null check (name <> ''),
  created_at timestamptz not null default now(),
  primary key (organization_id, id),
  unique (organization_id, name)
);
insert into department (organization_id, id, name)
select organization_id, gen_random_uuid(), department from membership
where department <> '' and status <> 'removed' group by organization_id, department;
grant select, insert, update, delete on department to portal_app, portal_platform;

-- Whatever way somebody gets a department, it exists.
create function note_departments() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp
as $$
begin
  insert into department (organization_id, id, name)
  select organization_id, gen_random_uuid(), department from added
  where department <> '' and status <> 'removed' group by organization_id, department
  on conflict (organization_id, name) do nothing;
  return null;
end $$;
create function note_department() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp
as $$
begin
  insert into department (organization_id, id, name)
  values (new.organization_id, gen_random_uuid(), new.department)
  on conflict (organization_id, name) do nothing;
  return null;
end $$;
revoke all on function note_departments(), note_department() from public;
create trigger note_departments after insert on membership referencing new table as added
  for each statement execute function note_departments();
create trigger note_department after update of department on membership for each row
  when (new.department is distinct from old.department and new.department <> '')
  execute function note_department();

-- A place of work ("Betriebsstätte").
create table site (
  organization_id uuid not null references organization (organization_id),
  id uuid not null,
  name text not null,
  address text,
  number_kind text check (number_kind in ('bsnr', 'nbsnr', 'vpnr', 'gln', 'zsr')),
  number_value text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (organization_id, id),
  unique (organization_id, name),
  unique (organization_id, number_kind, number_value),
  check ((number_kind is null) = (number_value is null))
);
grant select, insert, update, delete on site to portal_app, portal_platform;
alter table membership add column site_id uuid;
alter table membership add constraint membership_site
  foreign key (organization_id, site_id) references site (organization_id, id);
create index membership_site on membership (organization_id, site_id) where site_id is not null;

-- Deleted practices by when they can no longer be brought back, and lists by state.
create index organization_status on organization (status, name collate "de-x-icu", organization_id);

-- As before, with how long a practice lets its people stay signed in, and whether applications may act for them.
drop function find_caller(bytea, bytea);
create function find_caller(token bytea, secret bytea)
returns table (
  session_id uuid, person_id uuid, device_id uuid, device_kind text, device_generation integer,
  device_parent_retires_at timestamptz, device_revoked_at timestamptz, secret_device_id uuid,
  secret_generation integer, start_organization_id uuid, restriction text, remember_me boolean,
  session_created_at timestamptz, authenticated_at timestamptz, second_factor_at timestamptz, last_active_at timestamptz,
  absolute_expires_at timestamptz, locked_at timestamptz, ended_at timestamptz, token_expires_at timestamptz,
  platform_role text, deactivated_at timestamptz, is_demo boolean, memberships jsonb
)
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select s.id, s.person_id, s.device_id, d.kind, d.generation, d.parent_retires_at, d.revoked_at,
    ds.device_id, ds.generation, s.start_organization_id, s.restriction, s.remember_me,
    s.created_at, s.authenticated_at, s.second_factor_at, s.last_active_at, s.absolute_expires_at, s.locked_at, s.ended_at,
    t.expires_at, p.platform_role, p.deactivated_at, p.is_demo,
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

create or replace function find_sign_in_person(asked_person uuid)
returns table (
  person_id uuid, first_name text, last_name text, email text, password_hash text, platform_role text,
  must_change_password boolean, deactivated_at timestamptz, is_demo boolean, two_factor_enabled boolean,
  has_passkey boolean, last_organization_id uuid, memberships jsonb
)
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select p.id, p.first_name, p.last_name, p.email, p.password_hash, p.platform_role, p.must_change_password,
    p.deactivated_at, p.is_demo,
    exists (select from two_factor tf where tf.person_id = p.id and tf.enabled_at is not null),
    exists (select from passkey k where k.person_id = p.id),
    p.last_organization_id,
    (select coalesce(jsonb_agg(jsonb_build_object(
        'organizationId', m.organization_id, 'name', o.name, 'type', o.type,
        'organizationStatus', o.status, 'role', m.role, 'permissions', m.permissions, 'status', m.status,
        'username', m.username, 'blocked', m.blocked_at is not null, 'twoFactorPolicy', o.two_factor_policy,
        'sessionIdleMinutes', o.session_idle_minutes, 'sessionHours', o.session_hours,
        'allowRememberMe', o.allow_remember_me,
        'validUntil', m.valid_until) order by o.name, o.organization_id), '[]')
      from membership m join organization o using (organization_id)
      where m.person_id = p.id and m.status <> 'removed')
  from person p
  where p.id = asked_person
$$;

drop function find_org_token(bytea);
create function find_org_token(hash bytea)
returns table (
  token_id uuid, organization_id uuid, organization_name text, organization_type text, organization_status text,
  applications_allowed boolean,
  kind text, secret_generation integer, secret_expires_at timestamptz, generation integer,
  parent_retires_at timestamptz, refresh_expires_at timestamptz, revoked_at timestamptz, application_id text,
  scopes text[], person_id uuid, person_deactivated_at timestamptz, must_change_password boolean, is_demo boolean,
  membership_status text, username text, role text, permissions text[], blocked boolean, valid_until timestamptz
)
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select t.id, t.organization_id, o.name, o.type, o.status, o.allow_applications, s.kind, s.generation, s.expires_at, t.generation,
    t.parent_retires_at, t.refresh_expires_at, t.revoked_at, t.application_id, t.scopes, p.id, p.deactivated_at,
    p.must_change_password, p.is_demo, m.status, m.username, m.role, m.permissions,
    m.blocked_at is not null, m.valid_until
  from org_token_secret s
  join org_token t on t.organization_id = s.practice_id and t.id = s.token_id
  join organization o on o.organization_id = t.organization_id
  join person p on p.id = t.person_id
  join membership m on m.organization_id = t.organization_id and m.id = t.membership_id and m.person_id = t.person_id
  where s.token_hash = hash
$$;

alter function find_caller(bytea, bytea) owner to portal_reader;
alter function find_org_token(bytea) owner to portal_reader;
revoke all on function find_caller(bytea, bytea), find_org_token(bytea) from public;
grant execute on function find_caller(bytea, bytea), find_org_token(bytea) to portal_app, portal_platform;

-- The same bounds for the sockets and for the renewal of a session: of somebody's practices the strictest counts.
create function session_bounds(asked_person uuid)
returns table (idle_minutes integer, hours integer, remember_me boolean)
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select coalesce(min(o.session_idle_minutes), 30), coalesce(min(o.session_hours), 24),
    coalesce(bool_and(o.allow_remember_me), true)
  from membership m join organization o using (organization_id)
  where m.person_id = asked_person and m.status = 'active' and m.blocked_at is null
    and (m.valid_until is null or m.valid_until > now()) and o.status in ('trial', 'active', 'suspended')
$$;
alter function session_bounds(uuid) owner to portal_reader;
revoke all on function session_bounds(uuid) from public;
grant execute on function session_bounds(uuid) to portal_app, portal_platform;

-- Whoever has nowhere to work once a practice is closed: her sessions end with it. `but_administrators` leaves those
-- out who administer it: they keep reading, paying and exporting.
create function people_of_practice_alone(closed_organization uuid, at_time timestamptz, but_administrators boolean)
returns table (person_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select m.person_id from membership m join person p on p.id = m.person_id
  where m.organization_id = closed_organization and m.status <> 'removed' and p.platform_role is null
    and not (but_administrators and m.role = 'org_admin' and m.status = 'active' and m.blocked_at is null)
    and not exists (
      select from membership other join organization o using (organization_id)
      where other.person_id = m.person_id and other.organization_id <> closed_organization
        and other.status = 'active' and other.blocked_at is null
        and (other.valid_until is null or other.valid_until > at_time)
        and (o.status in ('trial', 'active') or (o.status = 'suspended' and other.role = 'org_admin')))
$$;
alter function people_of_practice_alone(uuid, timestamptz, boolean) owner to portal_reader;
revoke all on function people_of_practice_alone(uuid, timestamptz, boolean) from public;
grant execute on function people_of_practice_alone(uuid, timestamptz, boolean) to portal_app, portal_platform;
