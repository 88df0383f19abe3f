set local lock_timeout = '2s';

-- Sign-ins from before they were recorded for the organization, and by a portal of the version before.
update organization_size s set last_sign_in_at = m.at
from (select organization_id, max(last_login_at) as at from membership group by organization_id) m
where m.organization_id = s.organization_id and m.at is not null
  and (s.last_sign_in_at is null or s.last_sign_in_at < m.at);

-- Trials that a portal of the version before began without an end.
update organization set trial_ends_at = now() + interval '30 days' where status = 'trial' and trial_ends_at is null;

-- Organizations from before provisioning was recorded, so that a repeated creation is answered.
insert into provisioning (organization_id, organization_at, limits_at, defaults_at, administrator_at, mail_at, check_at)
select organization_id, created_at, created_at, created_at, created_at, created_at, created_at
from organization where erased_at is null
on conflict do nothing;
