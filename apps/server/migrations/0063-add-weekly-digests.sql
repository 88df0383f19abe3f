set local lock_timeout = '2s';

-- The Monday of the last weekly digest that was queued for an administrator of an organization.
create table weekly_digest (
  organization_id uuid not null references organization (organization_id),
  person_id uuid not null references person (id) on delete cascade,
  sent_for date not null,
  primary key (organization_id, person_id)
);
create index weekly_digest_person on weekly_digest (person_id);
grant select, insert, update, delete on weekly_digest to portal_app, portal_platform;
