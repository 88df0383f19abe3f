import pg from "pg";

/** Number of people per tenant. */
const peoplePerTenant = 10;

/** Fills the database with tenants of ten people each. About a third of the tenants have used AI this month. */
export async function addTenants(ownerUrl: string, tenants: number): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query("set synchronous_commit = off; set work_mem = '256MB'");
    await client.query(
      `insert into organization (organization_id, name, practice_code, status, country, time_zone, currency, plan,
         created_at)
       select gen_random_uuid(), 'Praxis ' || md5(n::text), 'TENANT-' || n,
         (array['active', 'active', 'active', 'trial', 'suspended'])[1 + n % 5], 'DE', 'Europe/Berlin', 'EUR',
         (array['starter', 'basic', 'professional'])[1 + n % 3], now() - n * interval '1 hour'
       from generate_series(1, $1::integer) as n`,
      [tenants],
    );
    await client.query(`
      create temp table added as
      select o.organization_id, gen_random_uuid() as id, n from organization o, generate_series(1, ${peoplePerTenant}) as n
      where o.practice_code like 'TENANT-%'`);
    await client.query("insert into person (id, first_name, last_name) select id, '', '' from added");
    await client.query(`
      insert into membership (organization_id, id, person_id, username, role, status, first_name, last_name, joined_at)
      select organization_id, id, id, 'user' || n, 'viewer', 'active', 'Mia', 'Muster', now() from added`);
    await client.query(`
      update organization_size set last_sign_in_at = now() - abs(hashtext(organization_id::text)) % 60 * interval '1 day'`);
    await client.query(`
      insert into ai_balance (organization_id, person_id, period, used_tokens)
      select organization_id, '00000000-0000-0000-0000-000000000000',
        date_trunc('month', now() at time zone time_zone)::date, abs(hashtext(name)) % 11000000
      from organization where practice_code like 'TENANT-%' and abs(hashtext(practice_code)) % 3 = 0`);
    for (const table of [
      "organization",
      "organization_size",
      "person",
      "membership",
      "entitlement",
      "ai_balance",
    ])
      await client.query(`vacuum analyze ${table}`);
  } finally {
    await client.end();
  }
}
