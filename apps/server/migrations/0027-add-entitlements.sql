set local lock_timeout = '2s';

-- What each plan includes.
create table plan_limit (
  plan text not null check (plan in ('starter', 'basic', 'professional', 'enterprise')),
  limit_name text not null check (limit_name in ('max_users')),
  value bigint not null check (value > 0),
  primary key (plan, limit_name)
);

insert into plan_limit (plan, limit_name, value) values
  ('starter', 'max_users', 10),
  ('basic', 'max_users', 25),
  ('professional', 'max_users', 100),
  ('enterprise', 'max_users', 1000);

-- The plans of an organization over time; the current one has no end.
create table subscription (
  organization_id uuid not null references organization (organization_id) on delete cascade,
  plan text not null check (plan in ('starter', 'basic', 'professional', 'enterprise')),
  valid_from timestamptz not null,
  valid_until timestamptz check (valid_until > valid_from),
  primary key (organization_id, valid_from)
);

create unique index subscription_current on subscription (organization_id) where valid_until is null;

-- The limits of an organization that apply now, from its plan or set for it alone.
create table entitlement (
  organization_id uuid not null references organization (organization_id) on delete cascade,
  limit_name text not null check (limit_name in ('max_users')),
  value bigint not null check (value > 0),
  source text not null check (source in ('plan', 'override')),
  primary key (organization_id, limit_name)
);

grant select on plan_limit to portal_app, portal_platform;
grant select, insert, update, delete on subscription, entitlement to portal_app, portal_platform;

-- The only way to read what an organization may use; `entitlementsOf` is its reader in TypeScript.
create function entitlements_of(asked_organization uuid)
returns table (limit_name text, value bigint, source text)
language sql stable
as $$
  select e.limit_name, e.value, e.source from entitlement e where e.organization_id = asked_organization
$$;

-- Plan and own limit are still set on the organization, also by a portal of the version before, which may be running.
create function keep_entitlements() returns trigger
language plpgsql
as $$
declare
  at_time timestamptz := clock_timestamp();
begin
  if new.erased_at is not null then
    delete from entitlement where organization_id = new.organization_id;
    delete from subscription where organization_id = new.organization_id;
    return null;
  end if;
  if tg_op = 'INSERT' or new.plan <> old.plan then
    update subscription set valid_until = at_time
      where organization_id = new.organization_id and valid_until is null;
    insert into subscription (organization_id, plan, valid_from)
      values (new.organization_id, new.plan, at_time);
  end if;
  insert into entitlement as e (organization_id, limit_name, value, source)
    select new.organization_id, l.limit_name, coalesce(new.max_users, l.value),
      case when new.max_users is null then 'plan' else 'override' end
    from plan_limit l where l.plan = new.plan and l.limit_name = 'max_users'
    on conflict (organization_id, limit_name) do update set value = excluded.value, source = excluded.source
      where (e.value, e.source) is distinct from (excluded.value, excluded.source);
  return null;
end $$;

create trigger keep_entitlements
  after insert or update of plan, max_users, erased_at on organization
  for each row execute function keep_entitlements();

insert into subscription (organization_id, plan, valid_from)
  select organization_id, plan, created_at from organization where erased_at is null;

insert into entitlement (organization_id, limit_name, value, source)
  select o.organization_id, l.limit_name, coalesce(o.max_users, l.value),
    case when o.max_users is null then 'plan' else 'override' end
  from organization o join plan_limit l on l.plan = o.plan
  where o.erased_at is null;
