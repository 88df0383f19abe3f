import type pg from "pg";

/** Every table with a column of this name is a tenant table. */
const tenantTables = `
  select c.relname as name, c.relrowsecurity as enabled, c.relforcerowsecurity as forced,
    (select coalesce(array_agg(p.polname::text order by p.polname), '{}') from pg_policy p where p.polrelid = c.oid) as policies,
    a.attnotnull as not_null
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
  join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id' and not a.attisdropped
  where c.relkind in ('r', 'p')
  order by c.relname`;

type TenantTable = { name: string; enabled: boolean; forced: boolean; policies: string[]; not_null: boolean };

const bound = "organization_id = nullif(current_setting('app.organization_id', true), '')::uuid";

/**
 * The policies every tenant table carries. The owner needs one too: FORCE without it makes updates of the owner
 * touch no row and validates foreign keys over orphans silently.
 */
const policies: Readonly<Record<string, string>> = {
  bound_organization: `for all to portal_app using (${bound}) with check (${bound})`,
  owner_all: "for all to portal_owner using (true) with check (true)",
  platform_all: "for all to portal_platform using (true) with check (true)",
  reader_all: "for all to portal_reader using (true) with check (true)",
};

/** Applies row-level security to every tenant table; runs after the migrations, in their transaction. */
export async function applyTenantPolicies(owner: pg.ClientBase): Promise<void> {
  const { rows } = await owner.query<TenantTable>(tenantTables);
  for (const table of rows) {
    await owner.query(`alter table "${table.name}" enable row level security, force row level security`);
    for (const [name, definition] of Object.entries(policies)) {
      if (table.policies.includes(name)) await owner.query(`drop policy "${name}" on "${table.name}"`);
      await owner.query(`create policy "${name}" on "${table.name}" ${definition}`);
    }
  }
}

/**
 * Lists what is wrong with the isolation of the tenant tables; an empty list means every one of them has it.
 * Throws when it sees no tenant table at all, because then it would prove nothing.
 */
export async function tenantPolicyFaults(client: pg.ClientBase | pg.Pool): Promise<string[]> {
  const { rows } = await client.query<TenantTable>(tenantTables);
  if (rows.length === 0) throw new Error("no tenant table found");
  const expected = Object.keys(policies).sort().join();
  return rows.flatMap((table) => [
    ...(table.enabled && table.forced ? [] : [`${table.name}: row-level security is not forced`]),
    ...(table.not_null ? [] : [`${table.name}: organization_id may be null`]),
    ...(table.policies.toSorted().join() === expected
      ? []
      : [`${table.name}: policies are ${table.policies.join()}`]),
  ]);
}
