-- Addresses wait for their owner's word, invitations, repeats of calls and the results of security checks.

-- `email` holds confirmed addresses only and is unique; what somebody merely claims stands in `pending_email`, where
-- any number of people may claim the same: adding somebody therefore reveals nothing about who has an account.
alter table person add column pending_email text check (pending_email = lower(pending_email));
update person set email_verified_at = created_at where email is not null and email_verified_at is null;
alter table person add constraint person_email_verified check (email is null or email_verified_at is not null);
create index person_pending_email on person (pending_email) where pending_email is not null;

alter table membership add column email_verified boolean not null default true;
-- Whoever left gives her user name back; her row stays for the record.
alter table membership drop constraint membership_organization_id_username_key;
create unique index membership_organization_username on membership (organization_id, username)
  where status <> 'removed';
grant update (email_verified) on membership to portal_reader;

create or replace function sync_member_rows(changed_person uuid)
returns void
language sql volatile security definer set search_path = pg_catalog, public, pg_temp
as $$
  update membership m set first_name = p.first_name, last_name = p.last_name, phone = p.phone,
    email = coalesce(p.email, p.pending_email),
    email_verified = p.email is not null or p.pending_email is null,
    failed_login_attempts = p.failed_login_attempts, locked_until = p.locked_until, lock_reason = p.lock_reason,
    two_factor_enabled = exists (
      select from two_factor tf where tf.person_id = p.id and tf.enabled_at is not null),
    updated_at = now()
  from person p
  where p.id = changed_person and m.person_id = p.id and m.status <> 'removed'
$$;

-- An invitation belongs to the membership it offers. Its token is made by the mail worker when it sends and stands
-- hashed in one_time_token, so nothing that is stored or queued opens it.
create table invitation (
  organization_id uuid not null references organization (organization_id),
  id uuid not null,
  membership_id uuid not null,
  invited_by uuid not null references person (id),
  message text,
  language text not null default 'de',
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  sent_at timestamptz,
  accepted_at timestamptz,
  revoked_at timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, membership_id) references membership (organization_id, id)
);
-- At most one open invitation per membership.
create unique index invitation_open on invitation (organization_id, membership_id)
  where accepted_at is null and revoked_at is null;
grant select, insert, update on invitation to portal_app;
grant select, insert, update, delete on invitation to portal_platform;

alter table one_time_token drop constraint one_time_token_purpose_check;
alter table one_time_token add constraint one_time_token_purpose_check check (purpose in
  ('ws_ticket', 'second_step', 'setup', 'invitation', 'email_confirm', 'email_cancel'));

-- A new address that its owner has still to confirm, and the one it replaces: that one can take the change back.
create table email_change (
  id uuid primary key,
  person_id uuid not null references person (id) on delete cascade,
  old_email text,
  new_email text not null check (new_email = lower(new_email)),
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  withdrawn_at timestamptz
);
create unique index email_change_open on email_change (person_id)
  where confirmed_at is null and withdrawn_at is null;
create index email_change_person on email_change (person_id);
grant select, insert, update on email_change to portal_app;
grant select, insert, update, delete on email_change to portal_platform;

-- Repeats of creating calls. No bodies: what was made is read again. Written in the transaction of the change, so
-- that a key exists exactly when its change does.
create table idempotency_key (
  person_id uuid not null references person (id) on delete cascade,
  key text not null,
  request_hash bytea not null,
  status integer not null,
  -- The practice of the call, and what it made.
  practice_id uuid,
  created_id uuid,
  created_at timestamptz not null default now(),
  primary key (person_id, key)
);
create index idempotency_key_created on idempotency_key (created_at);
grant select, insert, update on idempotency_key to portal_app;
grant select, insert, update, delete on idempotency_key to portal_platform;

-- Newest result of the security checks of a practice: each check with its points, see the contract.
create table security_check (
  organization_id uuid primary key references organization (organization_id),
  checked_at timestamptz not null,
  score integer not null check (score between 0 and 100),
  checks jsonb not null
);
grant select on security_check to portal_app;
grant select, insert, update, delete on security_check to portal_platform;

-- Whether a person belongs to any other practice, an unanswered invitation to her address included. Says only yes or
-- no: which practice it is concerns nobody.
create function person_belongs_elsewhere(asked_person uuid, but_organization uuid)
returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select exists (
    select from membership m
    where m.person_id = asked_person and m.organization_id <> but_organization and m.status <> 'removed'
  ) or exists (
    select from person p join person claimed on claimed.pending_email = p.email
    join membership m on m.person_id = claimed.id
    where p.id = asked_person and p.email is not null and m.organization_id <> but_organization
      and m.status <> 'removed'
  )
$$;
-- Whose logs tell of a change to the person herself.
create function organizations_of_person(asked_person uuid)
returns table (organization_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select m.organization_id from membership m where m.person_id = asked_person and m.status <> 'removed'
$$;
alter function organizations_of_person(uuid) owner to portal_reader;
revoke all on function organizations_of_person(uuid) from public;
grant execute on function organizations_of_person(uuid) to portal_app, portal_platform;

alter function person_belongs_elsewhere(uuid, uuid) owner to portal_reader;
revoke all on function person_belongs_elsewhere(uuid, uuid) from public;
grant execute on function person_belongs_elsewhere(uuid, uuid) to portal_app, portal_platform;
