set local lock_timeout = '2s';

-- Net price of a year paid in advance, in millionths of the currency; null: the plan is only sold by the month.
alter table plan_price add column yearly_micro bigint check (yearly_micro >= 0);
grant insert, delete on plan, plan_price to portal_platform;

-- What an organization pays for: months or years. A trial is never invoiced.
alter table organization
  add column plan_term text not null default 'month' check (plan_term in ('month', 'year'));
alter table subscription
  add column term text not null default 'month' check (term in ('month', 'year')),
  add column is_trial boolean not null default false;
update subscription s set is_trial = true
  from organization o
  where o.organization_id = s.organization_id and o.status = 'trial' and s.valid_until is null;

-- A smaller plan or a shorter term that begins when the present term ends.
create table planned_plan (
  organization_id uuid primary key references organization (organization_id) on delete cascade,
  plan text not null check (plan in ('basic', 'professional', 'enterprise')),
  term text not null check (term in ('month', 'year')),
  -- In the time zone of the organization.
  starts_on date not null,
  planned_at timestamptz not null default now()
);
create index planned_plan_due on planned_plan (starts_on);
grant select, insert, update, delete on planned_plan to portal_app, portal_platform;

-- As before. A new term also begins a subscription, and so does the end of a trial.
create or replace function sync_entitlements() returns trigger
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
  if tg_op = 'INSERT' or new.plan <> old.plan or new.plan_term <> old.plan_term
    or (new.status = 'active' and exists (
      select from subscription
      where organization_id = new.organization_id and valid_until is null and is_trial))
  then
    update subscription set valid_until = at_time
      where organization_id = new.organization_id and valid_until is null;
    insert into subscription (organization_id, plan, term, is_trial, valid_from)
      values (new.organization_id, new.plan, new.plan_term, new.status = 'trial', at_time);
  end if;
  insert into entitlement as e (organization_id, limit_name, value, source)
    select new.organization_id, l.limit_name, coalesce(own.value, l.value),
      case when own.value is null then 'plan' else 'override' end
    from plan_limits_of(new.organization_id) l
      left join (values ('max_users', new.max_users)) own (limit_name, value) using (limit_name)
    on conflict (organization_id, limit_name) do update set value = excluded.value, source = excluded.source
      where (e.limit_name = 'max_users' or e.source = 'plan')
        and (e.value, e.source) is distinct from (excluded.value, excluded.source);
  return null;
end $$;

create or replace trigger sync_entitlements
  after insert or update of plan, plan_term, status, max_users, erased_at on organization
  for each row execute function sync_entitlements();
