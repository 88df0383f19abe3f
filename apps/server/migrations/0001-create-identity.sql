-- People and how they prove who they are. These tables are global: one person, one row, in whatever practices
-- she works. Nothing of a practice stands here.

create table person (
  id uuid primary key,
  email text unique check (email = lower(email)),
  email_verified_at timestamptz,
  first_name text not null,
  last_name text not null,
  phone text,
  -- Platform roles live on the person, practice roles on the membership.
  platform_role text check (platform_role in ('super_admin', 'admin')),
  -- Sign-in name of platform accounts; people of a practice have theirs on the membership.
  platform_username text unique check (platform_username = lower(platform_username)),
  password_hash text,
  must_change_password boolean not null default false,
  failed_login_attempts integer not null default 0,
  locked_until timestamptz,
  lock_reason text,
  deactivated_at timestamptz,
  is_dark_mode boolean not null default false,
  language text not null default 'de' check (language in ('de', 'en')),
  last_login_at timestamptz,
  last_organization_id uuid,
  is_demo boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);

-- Sealed with AES-256-GCM bound to the person; the key is never in the database.
create table two_factor (
  person_id uuid primary key references person (id) on delete cascade,
  secret bytea not null,
  enabled_at timestamptz,
  created_at timestamptz not null default now()
);

-- A browser (its cookie) or one session of another client (its refresh token). Both hold a chain of secrets:
-- `generation` is the newest one that was used; its child may be handed out any number of times until it is used.
create table device (
  id uuid primary key,
  kind text not null check (kind in ('browser', 'client')),
  generation integer not null default 1,
  -- Until then the parent of the current generation is still accepted (parallel tabs).
  parent_retires_at timestamptz not null default '-infinity',
  revoked_at timestamptz,
  label text,
  is_shared boolean not null default false,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now()
);

create table device_secret (
  secret_hash bytea primary key,
  device_id uuid not null references device (id) on delete cascade,
  generation integer not null,
  created_at timestamptz not null default now(),
  unique (device_id, generation)
);

-- Who has signed in on which device: a known device has a lock counter of its own.
create table device_person (
  device_id uuid not null references device (id) on delete cascade,
  person_id uuid not null references person (id) on delete cascade,
  first_seen_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  primary key (device_id, person_id)
);
create index device_person_person on device_person (person_id);

create table session (
  id uuid primary key,
  person_id uuid not null references person (id) on delete cascade,
  device_id uuid not null references device (id) on delete cascade,
  -- Where the session starts; each request names its practice itself.
  start_organization_id uuid,
  remember_me boolean not null default false,
  restriction text check (restriction in ('password_change', 'two_factor_setup')),
  user_agent text,
  address text,
  created_at timestamptz not null default now(),
  authenticated_at timestamptz not null default now(),
  last_active_at timestamptz not null default now(),
  absolute_expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text
);
create index session_person on session (person_id) where ended_at is null;
create index session_device on session (device_id) where ended_at is null;

create table access_token (
  token_hash bytea primary key,
  session_id uuid not null references session (id) on delete cascade,
  expires_at timestamptz not null
);
create index access_token_session on access_token (session_id);
create index access_token_expiry on access_token (expires_at);

-- Short-lived things that are used once: websocket tickets, second steps, setup links.
create table one_time_token (
  token_hash bytea primary key,
  purpose text not null check (purpose in ('ws_ticket', 'second_step', 'setup')),
  person_id uuid references person (id) on delete cascade,
  session_id uuid references session (id) on delete cascade,
  details jsonb not null default '{}',
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index one_time_token_expiry on one_time_token (expires_at);
create index one_time_token_person on one_time_token (person_id);
create index one_time_token_session on one_time_token (session_id);

-- Failures per key (a hash of person, unknown name, device or address), so that unknown names cost the same.
create table attempt_limit (
  key bytea primary key,
  failures integer not null,
  window_ends_at timestamptz not null,
  locked_until timestamptz,
  lock_level integer not null default 0,
  updated_at timestamptz not null default now()
);
create index attempt_limit_updated on attempt_limit (updated_at);

-- Which practices a platform account has opened in a session; each is audited there once.
create table practice_visit (
  id uuid primary key,
  session_id uuid not null references session (id) on delete cascade,
  practice_id uuid not null,
  opened_at timestamptz not null default now(),
  unique (session_id, practice_id)
);

grant select, insert on practice_visit to portal_app;
grant select, insert, update on person, two_factor, device, device_person, session, attempt_limit to portal_app;
grant select, insert, delete on device_secret, access_token to portal_app;
grant select, insert, update on one_time_token to portal_app;
grant delete on attempt_limit, two_factor to portal_app;
grant select, insert, update, delete on
  person, two_factor, device, device_secret, device_person, session, access_token, one_time_token, attempt_limit,
  practice_visit
  to portal_platform;
