import type pg from "pg";
import { globalTables } from "./global-tables.ts";

/** Finds the tenant tables, which have a column `organization_id` and are not in `$1`. */
const tenantTables = `
  select c.relname as name, c.relrowsecurity as enabled, c.relforcerowsecurity as forced,
    a.attnotnull as not_null,
    (select coalesce(jsonb_object_agg(p.polname, format('for %s to %s using (%s) with check (%s)',
        case when p.polcmd = '*' and p.polpermissive then 'all' else 'less than all' end,
        (select string_agg(coalesce(r.rolname, 'public'), ', ')
          from unnest(p.polroles) as granted left join pg_roles r on r.oid = granted),
        pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid))), '{}')
      from pg_policy p where p.polrelid = c.oid) as policies
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
  join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id' and not a.attisdropped
  where c.relkind in ('r', 'p') and c.relname <> all($1)
  order by c.relname`;

type TenantTable = {
  name: string;
  enabled: boolean;
  forced: boolean;
  not_null: boolean;
  /** Definitions of the policies by name, in PostgreSQL's spelling. */
  policies: Readonly<Record<string, string>>;
};

/** Finds views that bypass the policies, because they use the rights of their owner and not those of the invoker. */
const openViews = `
  select c.relname as name from pg_class c
  where c.relnamespace = 'public'::regnamespace and (c.relkind = 'm' or (c.relkind = 'v'
    and not coalesce(c.reloptions, '{}') && array['security_invoker=true', 'security_invoker=on']))
  order by c.relname`;

/** Condition of the policies in PostgreSQL's spelling, so that the check can compare the text. */
const bound =
  "(organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid)";

/**
 * Policies of every tenant table. The owner needs one too, because with FORCE and no policy the owner's updates match
 * no rows, and foreign keys with orphans pass their validation.
 */
const policies: Readonly<Record<string, string>> = {
  bound_organization: `for all to portal_app using (${bound}) with check (${bound})`,
  owner_all: "for all to portal_owner using (true) with check (true)",
  platform_all: "for all to portal_platform using (true) with check (true)",
  reader_all: "for all to portal_reader using (true) with check (true)",
  search_all: "for all to portal_search using (true) with check (true)",
};

/**
 * Applies row-level security to the tenant tables that lack it or have other policies. The others are not locked, so
 * that a running portal keeps reading them.
 */
export async function applyTenantPolicies(owner: pg.ClientBase): Promise<void> {
  const { rows } = await owner.query<TenantTable>(tenantTables, [globalTables]);
  for (const table of rows) {
    if (!table.enabled || !table.forced)
      await owner.query(`alter table "${table.name}" enable row level security, force row level security`);
    if (policyFaults(table).length === 0) continue;
    for (const name of Object.keys(table.policies))
      await owner.query(`drop policy "${name}" on "${table.name}"`);
    for (const [name, definition] of Object.entries(policies))
      await owner.query(`create policy "${name}" on "${table.name}" ${definition}`);
  }
}

/**
 * Returns the faults in the isolation of the tenant tables, an empty list if all are isolated. Throws if there is no
 * tenant table, because the check would then prove nothing.
 */
export async function tenantPolicyFaults(client: pg.ClientBase | pg.Pool): Promise<string[]> {
  const { rows } = await client.query<TenantTable>(tenantTables, [globalTables]);
  if (rows.length === 0) throw new Error("no tenant table found");
  const { rows: views } = await client.query<{ name: string }>(openViews);
  return [
    ...rows.flatMap((table) => [
      ...(table.enabled && table.forced ? [] : [`${table.name}: row-level security is not forced`]),
      ...(table.not_null ? [] : [`${table.name}: organization_id may be null`]),
      ...policyFaults(table),
    ]),
    ...views.map((view) => `${view.name}: a view reads with the rights of its owner`),
  ];
}

function policyFaults(table: TenantTable): string[] {
  const names = new Set([...Object.keys(policies), ...Object.keys(table.policies)]);
  const different = [...names].filter((name) => policies[name] !== table.policies[name]);
  return different.length === 0 ? [] : [`${table.name}: policies differ: ${different.toSorted().join(", ")}`];
}
