-- One hash chain per practice, and one of the platform under the reserved id 00000000-…. Entries can be added and
-- read, never changed: no role but the owner holds more than that.

create table audit_chain (
  organization_id uuid primary key,
  head_seq bigint not null default 0,
  head_hash bytea not null default '\x0000000000000000000000000000000000000000000000000000000000000000'
);

create table audit_entry (
  organization_id uuid not null,
  seq bigint not null,
  id uuid not null,
  occurred_at timestamptz not null,
  action text not null,
  outcome text not null check (outcome in ('success', 'denied', 'failed')),
  actor_id uuid,
  target_id uuid,
  -- The canonical record that the hash covers. Names of people stand in audit_name, referred to by digest.
  record jsonb not null,
  prev_hash bytea not null,
  hash bytea not null,
  primary key (organization_id, seq)
);
create unique index audit_entry_id on audit_entry (organization_id, id);
create index audit_entry_action on audit_entry (organization_id, action, occurred_at);

-- Display names by salted digest: erasing a person empties the name and leaves the chain intact.
create table audit_name (
  organization_id uuid not null,
  digest bytea not null,
  person_id uuid not null,
  salt bytea not null,
  display text,
  primary key (organization_id, digest)
);
create unique index audit_name_person on audit_name (organization_id, person_id, display);

grant select, insert on audit_entry, audit_name to portal_app, portal_platform;
grant select, insert, update on audit_chain to portal_app, portal_platform;
