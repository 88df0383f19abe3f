set local lock_timeout = '2s';

-- The printed emergency code of an organization. It unlocks one administrator after failed sign-ins, once. The row of a
-- used code stays without its hash, so that administrators see who used it and when.
create table emergency_code (
  organization_id uuid primary key references organization (organization_id) on delete cascade,
  -- The first group of the code. It is no secret: it identifies the sheet of paper.
  label text not null,
  -- Argon2id of the whole code.
  code_hash text,
  created_by uuid not null,
  created_at timestamptz not null,
  used_by uuid,
  used_at timestamptz,
  -- The last failed attempt of which the administrators were alerted.
  last_failure_id uuid,
  check ((code_hash is null) = (used_at is not null)),
  check ((used_by is null) = (used_at is null))
);
grant select, insert, update, delete on emergency_code to portal_app, portal_platform;
