set local lock_timeout = '2s';

-- A user's PIN: it opens one practice on one shared workstation. `pin_hash` is the Argon2id hash of a keyed hash.
create table workstation_pin (
  person_id uuid not null references person (id) on delete cascade,
  device_id uuid not null references device (id) on delete cascade,
  organization_id uuid not null references organization (organization_id) on delete cascade,
  pin_hash text not null,
  created_at timestamptz not null,
  primary key (person_id, device_id)
);
create index workstation_pin_device on workstation_pin (device_id);
create index workstation_pin_organization on workstation_pin (organization_id);
grant select, insert, update, delete on workstation_pin to portal_app, portal_platform;
grant select on workstation_pin to portal_reader;

-- The last sign-in of a user on a shared workstation that proved everything the rules ask of them.
alter table device_person
  add column full_sign_in_at timestamptz,
  -- When that sign-in proved the second factor; null without one.
  add column second_factor_at timestamptz;

-- The session was opened with a PIN and reaches only this practice.
alter table session add column pin_organization_id uuid;
grant select on device_person to portal_reader;

-- As before. A session that was opened with a PIN has one membership and no role on the platform.
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
    t.expires_at, case when s.pin_organization_id is null then p.platform_role end,
    p.deactivated_at, p.is_demo, p.must_change_password,
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
      where m.person_id = s.person_id and m.status <> 'removed'
        and (s.pin_organization_id is null or m.organization_id = s.pin_organization_id))
  from access_token t
  join session s on s.id = t.session_id
  join device d on d.id = s.device_id
  join person p on p.id = s.person_id
  left join device_secret ds on ds.secret_hash = secret
  where t.token_hash = token
$$;

-- The PIN that a person or a user name means on a device, while its practice shares that workstation.
create function find_workstation_pin(at_device uuid, by_person uuid, by_username text)
returns table (
  person_id uuid, organization_id uuid, pin_hash text, full_sign_in_at timestamptz, second_factor_at timestamptz
)
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select pin.person_id, pin.organization_id, pin.pin_hash, dp.full_sign_in_at, dp.second_factor_at
  from workstation_pin pin
  join workstation w on w.organization_id = pin.organization_id and w.id = pin.device_id and w.is_shared
  join membership m on m.organization_id = pin.organization_id and m.person_id = pin.person_id and m.status = 'active'
  join device_person dp on dp.device_id = pin.device_id and dp.person_id = pin.person_id
  where pin.device_id = at_device
    and (pin.person_id = by_person or lower(m.username) = lower(by_username))
$$;

-- The practices that share a device, and the users whose tiles its lock screen shows: those who have worked there since
-- the given time and administer nothing.
create function find_shared_workstation(at_device uuid, since timestamptz)
returns table (organization_id uuid, organization_name text, label text, people jsonb)
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select w.organization_id, o.name, w.label,
    (select coalesce(jsonb_agg(jsonb_build_object('personId', p.id, 'firstName', p.first_name,
        'lastName', p.last_name, 'initials', m.initials, 'role', m.role, 'department', m.department,
        'organizationName', o.name) order by p.last_name, p.first_name, p.id), '[]')
      from device_person dp
      join person p on p.id = dp.person_id
      join membership m on m.person_id = p.id and m.organization_id = w.organization_id
      where dp.device_id = w.id and dp.last_seen_at > since
        and p.deactivated_at is null and p.platform_role is null
        and m.status = 'active' and m.blocked_at is null
        and not exists (select from membership any_m where any_m.person_id = p.id and any_m.status = 'active'
          and any_m.role in ('org_admin', 'practice_admin')))
  from workstation w
  join organization o on o.organization_id = w.organization_id and o.status in ('trial', 'active')
  where w.id = at_device and w.is_shared
  order by w.released_at, w.organization_id
$$;

alter function find_workstation_pin(uuid, uuid, text) owner to portal_reader;
alter function find_shared_workstation(uuid, timestamptz) owner to portal_reader;
revoke all on function find_workstation_pin(uuid, uuid, text), find_shared_workstation(uuid, timestamptz) from public;
grant execute on function find_workstation_pin(uuid, uuid, text), find_shared_workstation(uuid, timestamptz)
  to portal_app, portal_platform;

-- A PIN ends with what it rests on, by whichever call that is changed.
create function delete_person_pins() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp
as $$
begin
  delete from workstation_pin where person_id = new.id;
  return null;
end $$;
create function delete_member_pins() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp
as $$
begin
  delete from workstation_pin where person_id = new.person_id;
  return null;
end $$;
create function delete_workstation_pins() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp
as $$
begin
  delete from workstation_pin where organization_id = old.organization_id and device_id = old.id;
  return null;
end $$;
revoke all on function delete_person_pins(), delete_member_pins(), delete_workstation_pins() from public;

create trigger delete_person_pins after update of password_hash, platform_role, deactivated_at on person for each row
  when (new.password_hash is distinct from old.password_hash
    or new.platform_role is distinct from old.platform_role or new.deactivated_at is distinct from old.deactivated_at)
  execute function delete_person_pins();
create trigger delete_member_pins after update of role, status, blocked_at on membership for each row
  when (new.role <> old.role or new.status <> old.status or new.blocked_at is distinct from old.blocked_at)
  execute function delete_member_pins();
create trigger delete_pins_of_withdrawn_release after update of is_shared on workstation for each row
  when (old.is_shared and not new.is_shared)
  execute function delete_workstation_pins();
create trigger delete_pins_of_removed_workstation after delete on workstation for each row
  execute function delete_workstation_pins();
