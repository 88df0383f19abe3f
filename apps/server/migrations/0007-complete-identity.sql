-- Second factors, passkeys, one-time codes, resting sessions, workstations, and tokens of other applications.

-- Practices that exist keep what they had: an update locks nobody out.
alter table organization add column two_factor_policy text not null default 'optional'
  check (two_factor_policy in ('optional', 'required_admins', 'required_all'));
alter table organization alter column two_factor_policy set default 'required_admins';

-- The step of the newest accepted code: the same code is not accepted again, nor an older one.
alter table two_factor add column last_step integer not null default 0;

-- A secret that waits for its first code; of one session, for ten minutes. Sealed like the other.
create table two_factor_setup (
  session_id uuid primary key references session (id) on delete cascade,
  person_id uuid not null references person (id) on delete cascade,
  secret bytea not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index two_factor_setup_person on two_factor_setup (person_id);

-- The slot is the first character of a code, so that one slow hash is checked and not ten.
create table backup_code (
  person_id uuid not null references person (id) on delete cascade,
  slot integer not null check (slot between 0 and 9),
  code_hash text not null,
  created_at timestamptz not null default now(),
  used_at timestamptz,
  primary key (person_id, slot)
);

-- What a platform account did itself, newest first: the platform's own chain, and its visits of practices.
create index audit_entry_platform_actor on audit_entry (actor_id, occurred_at desc, seq desc)
  where organization_id = '00000000-0000-0000-0000-000000000000' or action = 'platform.practice_opened';

create table passkey (
  id uuid primary key,
  person_id uuid not null references person (id) on delete cascade,
  credential_id bytea not null unique,
  public_key bytea not null,
  counter bigint not null default 0,
  transports text[] not null default '{}',
  is_synced boolean not null default false,
  name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkey_person on passkey (person_id);

-- Eight digits given by an administrator. Few enough to guess, so five tries and a slow hash.
create table rescue_code (
  id uuid primary key,
  person_id uuid not null references person (id) on delete cascade,
  -- Where it was made; the person may not belong there any more when it is used.
  practice_id uuid not null,
  purpose text not null check (purpose in ('password', 'second_factor')),
  code_hash text not null,
  created_by uuid not null references person (id),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  tries integer not null default 0,
  used_at timestamptz,
  revoked_at timestamptz
);
create unique index rescue_code_open on rescue_code (person_id, purpose)
  where used_at is null and revoked_at is null;
create index rescue_code_creator on rescue_code (created_by);
create index rescue_code_expiry on rescue_code (expires_at);

-- "Angemeldet bleiben" trusts a device for the second factor until then.
alter table device_person add column trusted_until timestamptz;

alter table session add column locked_at timestamptz;
alter table session add column second_factor_at timestamptz;

alter table one_time_token drop constraint one_time_token_purpose_check;
alter table one_time_token add constraint one_time_token_purpose_check check (purpose in
  ('ws_ticket', 'second_step', 'setup', 'invitation', 'email_confirm', 'email_cancel', 'password_reset', 'passkey'));

-- Beside blocked_at: who did it.
alter table membership add column blocked_by uuid references person (id);

-- A browser in which people of a practice sign in, as this practice names it. `id` is the device.
create table workstation (
  organization_id uuid not null references organization (organization_id),
  id uuid not null references device (id) on delete cascade,
  label text,
  is_shared boolean not null default false,
  auto_lock_minutes integer check (auto_lock_minutes between 1 and 15),
  released_by uuid references person (id),
  released_at timestamptz,
  user_agent text,
  first_seen_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (organization_id, id)
);
create index workstation_device on workstation (id);

-- A token of another application: what is known of it. Its values stand hashed in org_token_secret.
create table org_token (
  organization_id uuid not null references organization (organization_id),
  id uuid not null,
  person_id uuid not null references person (id) on delete cascade,
  -- It lives with this membership: somebody who left and came back has to make new ones.
  membership_id uuid not null,
  application_id text not null,
  application_name text not null,
  application_type text not null,
  scopes text[] not null,
  -- Parent and child as with devices: the newest generation that was used, and until when its parent counts.
  generation integer not null default 1,
  parent_retires_at timestamptz not null default '-infinity',
  access_expires_at timestamptz not null,
  refresh_expires_at timestamptz not null,
  last_used_at timestamptz,
  last_address text,
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  revoked_by uuid references person (id),
  revoke_reason text,
  primary key (organization_id, id)
);
create index org_token_list on org_token (organization_id, created_at desc, id);
create index org_token_created on org_token (created_at desc, id);
create index org_token_person on org_token (person_id) where revoked_at is null;
create index org_token_expiry on org_token (refresh_expires_at);

create table org_token_secret (
  token_hash bytea primary key,
  practice_id uuid not null,
  token_id uuid not null,
  kind text not null check (kind in ('access', 'refresh')),
  generation integer not null,
  expires_at timestamptz not null,
  foreign key (practice_id, token_id) references org_token (organization_id, id) on delete cascade
);
create index org_token_secret_token on org_token_secret (practice_id, token_id);
create index org_token_secret_expiry on org_token_secret (expires_at);

grant select, insert, update, delete on two_factor_setup, backup_code, passkey to portal_app;
grant select, insert, update on rescue_code, workstation, org_token to portal_app;
grant delete on workstation, device_person to portal_app;
grant select, insert, update, delete on org_token_secret to portal_app;
grant update (revoked_at, revoke_reason) on org_token to portal_reader;
grant select, insert, update, delete on
  two_factor_setup, backup_code, passkey, rescue_code, workstation, org_token, org_token_secret
  to portal_platform;
grant select on passkey, backup_code, workstation, org_token, org_token_secret to portal_reader;

-- What the lock screen of a device shows: how its practices have released it, and who rests on it.
create function find_desk(at_device uuid)
returns table (label text, is_shared boolean, auto_lock_minutes integer, people jsonb)
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select
    (select w.label from workstation w where w.id = at_device order by w.is_shared desc, w.last_seen_at desc limit 1),
    coalesce((select bool_or(w.is_shared) from workstation w where w.id = at_device), false),
    -- The strictest of the practices counts.
    (select min(w.auto_lock_minutes) from workstation w where w.id = at_device and w.is_shared),
    (select coalesce(jsonb_agg(jsonb_build_object('personId', p.id, 'firstName', p.first_name,
        'lastName', p.last_name, 'sessionId', s.id,
        'organizationName', (select o.name from organization o where o.organization_id = s.start_organization_id),
        'passkey', exists (select from passkey k where k.person_id = p.id)) order by s.locked_at desc), '[]')
      from session s join person p on p.id = s.person_id
      where s.device_id = at_device and s.ended_at is null and s.locked_at is not null
        and s.absolute_expires_at > now() and p.deactivated_at is null)
$$;

-- The token of an application with its person and her place in the practice, by the hash of either value.
create function find_org_token(hash bytea)
returns table (
  token_id uuid, organization_id uuid, organization_name text, organization_type text, organization_status text,
  kind text, secret_generation integer, secret_expires_at timestamptz, generation integer,
  parent_retires_at timestamptz, refresh_expires_at timestamptz, revoked_at timestamptz, application_id text,
  scopes text[], person_id uuid, person_deactivated_at timestamptz, must_change_password boolean, is_demo boolean,
  membership_status text, username text, role text, permissions text[], blocked boolean, valid_until timestamptz
)
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select t.id, t.organization_id, o.name, o.type, o.status, s.kind, s.generation, s.expires_at, t.generation,
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

-- Revokes the tokens that act for a person: all of them, or those of one practice.
create function end_person_tokens(ended_person uuid, in_organization uuid, at_time timestamptz, reason text)
returns void
language sql volatile security definer set search_path = pg_catalog, public, pg_temp
as $$
  update org_token set revoked_at = at_time, revoke_reason = reason
  where person_id = ended_person and revoked_at is null
    and (in_organization is null or organization_id = in_organization)
$$;

alter function find_desk(uuid) owner to portal_reader;
alter function find_org_token(bytea) owner to portal_reader;
alter function end_person_tokens(uuid, uuid, timestamptz, text) owner to portal_reader;
revoke all on function find_desk(uuid), find_org_token(bytea), end_person_tokens(uuid, uuid, timestamptz, text)
  from public;
grant execute on function find_desk(uuid), find_org_token(bytea), end_person_tokens(uuid, uuid, timestamptz, text)
  to portal_app, portal_platform;

-- So often may the code of one second step be tried.
alter table one_time_token add column tries integer not null default 0;

grant select (two_factor_policy) on organization to portal_reader;

-- As before, with the lock of the screen, the proof of the second factor and what practices demand of it.
drop function find_caller(bytea, bytea);
create function find_caller(token bytea, secret bytea)
returns table (
  session_id uuid, person_id uuid, device_id uuid, device_kind text, device_generation integer,
  device_parent_retires_at timestamptz, device_revoked_at timestamptz, secret_device_id uuid,
  secret_generation integer, start_organization_id uuid, restriction text, remember_me boolean,
  authenticated_at timestamptz, second_factor_at timestamptz, last_active_at timestamptz,
  absolute_expires_at timestamptz, locked_at timestamptz, ended_at timestamptz, token_expires_at timestamptz,
  platform_role text, deactivated_at timestamptz, is_demo boolean, memberships jsonb
)
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select s.id, s.person_id, s.device_id, d.kind, d.generation, d.parent_retires_at, d.revoked_at,
    ds.device_id, ds.generation, s.start_organization_id, s.restriction, s.remember_me,
    s.authenticated_at, s.second_factor_at, s.last_active_at, s.absolute_expires_at, s.locked_at, s.ended_at,
    t.expires_at, p.platform_role, p.deactivated_at, p.is_demo,
    (select coalesce(jsonb_agg(jsonb_build_object(
        'organizationId', m.organization_id, 'name', o.name, 'type', o.type,
        'organizationStatus', o.status, 'role', m.role, 'permissions', m.permissions, 'status', m.status,
        'username', m.username, 'blocked', m.blocked_at is not null, 'twoFactorPolicy', o.two_factor_policy,
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

-- Somebody who is known already: the second step of a sign-in, a passkey, an unlocked screen. The columns of
-- find_login_candidates.
create function find_sign_in_person(asked_person uuid)
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
        'validUntil', m.valid_until) order by o.name, o.organization_id), '[]')
      from membership m join organization o using (organization_id)
      where m.person_id = p.id and m.status <> 'removed')
  from person p
  where p.id = asked_person
$$;

drop function find_login_candidates(text, text, uuid);
create function find_login_candidates(login_email text, login_username text, in_organization uuid)
returns table (
  person_id uuid, first_name text, last_name text, email text, password_hash text, platform_role text,
  must_change_password boolean, deactivated_at timestamptz, is_demo boolean, two_factor_enabled boolean,
  has_passkey boolean, last_organization_id uuid, memberships jsonb
)
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select found.* from (
    select id, platform_role is null as is_member from person where login_email is not null and person.email = login_email
    union
    select id, platform_role is null from person
    where login_username is not null and platform_username = login_username
    union
    select p.id, p.platform_role is null from membership m join person p on p.id = m.person_id
    where login_username is not null and m.username = login_username and m.status <> 'removed'
      and (in_organization is null or m.organization_id = in_organization)
    -- Platform accounts first: however many practices use the name, the limit never cuts one off.
    order by is_member, id
    limit 3
  ) as meant
  cross join lateral find_sign_in_person(meant.id) as found
$$;

alter function find_caller(bytea, bytea) owner to portal_reader;
alter function find_sign_in_person(uuid) owner to portal_reader;
alter function find_login_candidates(text, text, uuid) owner to portal_reader;
revoke all on function find_caller(bytea, bytea), find_sign_in_person(uuid), find_login_candidates(text, text, uuid)
  from public;
grant execute on function find_caller(bytea, bytea), find_sign_in_person(uuid), find_login_candidates(text, text, uuid)
  to portal_app, portal_platform;
