set local lock_timeout = '2s';

-- What a practice changed in a shipped template of an onboarding; without a row, the template is as shipped.
create table onboarding_template (
  organization_id uuid not null references organization (organization_id),
  key text not null check (key in ('assistant', 'physician', 'substitute', 'trainee')),
  role text not null,
  department text,
  site_id uuid,
  -- The checklist in order: [{ "item": "keys", "label": null }]. A label is the practice's own text.
  items jsonb not null,
  updated_at timestamptz not null,
  primary key (organization_id, key),
  foreign key (organization_id, site_id) references site (organization_id, id) on delete set null (site_id)
);
grant select, insert, update on onboarding_template to portal_app;
grant select, insert, update, delete on onboarding_template to portal_platform;

alter table staff_change
  -- The checklist as in the template; null for the standard one of the kind.
  add column items jsonb,
  -- When the last item was checked; null while an item is open.
  add column completed_at timestamptz,
  -- When the owner was reminded of open items.
  add column reminded_at timestamptz;
