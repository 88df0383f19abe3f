-- Transfers of people between two practices. Each of the two has a row of its own, so that either reads its history
-- inside its own rows; `id` is the same in both.
create table transfer (
  organization_id uuid not null references organization (organization_id),
  id uuid not null,
  person_id uuid not null references person (id),
  direction text not null check (direction in ('in', 'out')),
  other_organization uuid not null,
  role_before text not null,
  role_after text not null,
  performed_by uuid not null references person (id),
  performed_at timestamptz not null,
  undone_at timestamptz,
  undone_by uuid references person (id),
  -- What she leaves behind and is given back by an undo; in the row of the practice that she left.
  kept jsonb,
  primary key (organization_id, id),
  check ((undone_at is null) = (undone_by is null))
);
create index transfer_person on transfer (organization_id, person_id, performed_at desc);
grant select, insert, update on transfer to portal_app;
grant select, insert, update, delete on transfer to portal_platform;
