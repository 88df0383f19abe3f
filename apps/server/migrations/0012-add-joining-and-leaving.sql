-- Joining and leaving, external people, and one-time passwords that end.

-- When a password that somebody else made ends; another password comes without that end.
alter table person add column password_expires_at timestamptz;
create function forget_password_end() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp
as $$
begin
  new.password_expires_at := null;
  return new;
end $$;
revoke all on function forget_password_end() from public;
create trigger forget_password_end before update of password_hash on person for each row
  when (old.password_expires_at is not null and new.password_expires_at = old.password_expires_at
    and new.password_hash is distinct from old.password_hash)
  execute function forget_password_end();

alter table membership
  -- Shown on rows, labels and the lock screen ("Kürzel").
  add column initials text,
  add column starts_on date,
  add column is_external boolean not null default false,
  -- When the confidentiality agreement of an external person was signed.
  add column confidentiality_on date,
  -- Number of a physician in her country; null says that she has none.
  add column physician_number text;
create unique index membership_initials on membership (organization_id, lower(initials))
  where initials is not null and status <> 'removed';

-- Somebody joins or leaves: what was decided, by whom, and what was done.
create table staff_change (
  organization_id uuid not null references organization (organization_id),
  id uuid not null,
  kind text not null check (kind in ('joining', 'leaving')),
  membership_id uuid not null,
  person_id uuid not null references person (id),
  state text not null check (state in ('planned', 'done', 'cancelled')),
  -- Begin of the first day, or the moment at which the access ends.
  takes_effect_at timestamptz not null,
  -- Who looks after what the person leaves behind.
  successor_id uuid references person (id),
  -- What a leaving ended, in numbers and names of applications.
  outcome jsonb,
  -- Since when it is due but may not be carried out, because nobody would be left to administer the practice.
  hindered_at timestamptz,
  created_by uuid not null references person (id),
  created_at timestamptz not null,
  done_at timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, membership_id) references membership (organization_id, id),
  check ((state = 'done') = (done_at is not null))
);
create unique index staff_change_planned on staff_change (organization_id, membership_id) where state = 'planned';
create index staff_change_person on staff_change (organization_id, person_id, created_at desc);
create index staff_change_due on staff_change (takes_effect_at) where state = 'planned';

-- The ticks of the checklist of a joining or leaving.
create table staff_check (
  organization_id uuid not null references organization (organization_id),
  change_id uuid not null,
  item text not null,
  checked_by uuid not null references person (id),
  checked_at timestamptz not null,
  primary key (organization_id, change_id, item),
  foreign key (organization_id, change_id) references staff_change (organization_id, id) on delete cascade
);

grant select, insert, update on staff_change to portal_app;
grant select, insert, delete on staff_check to portal_app;
grant select, insert, update, delete on staff_change, staff_check to portal_platform;
