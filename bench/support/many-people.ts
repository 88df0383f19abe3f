import pg from "pg";

/** Number of organizations among which the people are distributed. Their administrators need no second factor. */
const organizations = 1_000;

/** Share of all people in the largest organization: 10,000 of a million. */
const largestShare = 0.01;

/** Parts of fictitious names. Every combination is equally likely, so that no filter correlates with a sort order. */
const nameWords = {
  first:
    "Anneliese,Lena,Fatma,Per,Karl,Özlem,Björn,Chiara,Dilan,Élodie,Frieda,Gökhan,Hanna,Ida,Jörg,Käthe,Lutz,Mia,Nils,Ömer,Paula,Quirin,Rita,Sören,Tuğba,Ulla,Veit,Wanda,Xaver,Yara,Zoe",
  last: "Müller,Schmidt,Schäfer,Weiß,Öztürk,Yılmaz,Nowak,Großmann,Ziegler,Ahrens,Überall,Becker,Hofer,Lindner,Maurer,Neumann,Oberhuber,Pichler,Reiter,Sommer,Thalmann,Ulrich,Vogt,Winkler,Zeller,Brunner,Egger,Fuchs,Gruber,Huber,Jansen,Koch,Lang,Moser,Nagel,Ott,Peters,Roth,Steiner,Wolf",
  added: "Muster,Probe,Beispiel,Demo,Berg,Thal,Hof,Feld,Au,Stein",
  department: "Empfang,Labor,Röntgen,Verwaltung,Leitung,Therapie,Hygiene",
};

const pick = (list: string, salt: string) => {
  const count = list.split(",").length;
  return `(string_to_array('${list}', ','))[1 + (abs(hashtextextended(n::text, ${salt})) % ${count})::int]`;
};
const percentChance = (percent: number, salt: string) =>
  `abs(hashtextextended(n::text, ${salt})) % 100 < ${percent}`;

/**
 * Adds fictitious people up to this number, in random physical order as after years of use. Drops the indexes and
 * constraints and creates them again afterwards, which takes a tenth of the time.
 * @returns The id of the largest organization.
 */
export async function growPeopleTo(ownerUrl: string, people: number): Promise<string> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query(
      "set synchronous_commit = off; set maintenance_work_mem = '512MB'; set work_mem = '256MB'",
    );
    await addOrganizations(client);
    const restore = await dropIndexes(client);
    await addPeople(client, people);
    for (const statement of restore) await client.query(statement);
    await client.query(`
      insert into organization_size (organization_id, members)
      select organization_id, count(*) from membership where status <> 'removed' group by organization_id
      on conflict (organization_id) do update set members = excluded.members`);
    for (const table of ["person", "membership", "organization", "organization_size"]) {
      await client.query(`vacuum analyze ${table}`);
    }
    const { rows } = await client.query<{ id: string }>(
      "select organization_id as id from organization where practice_code = 'BENCH-0'",
    );
    return rows[0]?.id ?? "";
  } finally {
    await client.end();
  }
}

/** Makes an existing person, identified by their username, a member of another organization. */
export async function joinOrganization(
  ownerUrl: string,
  organization: string,
  username: string,
): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  await client.query(
    `insert into membership (organization_id, id, person_id, username, role, status, first_name, last_name)
     select $1, gen_random_uuid(), person_id, username, role, status, first_name, last_name
     from membership where username = $2 and organization_id <> $1
     on conflict do nothing`,
    [organization, username],
  );
  await client.end();
}

async function addOrganizations(client: pg.Client): Promise<void> {
  await client.query(`
    insert into organization (organization_id, name, practice_code, status, country, time_zone, currency, max_users,
      two_factor_policy, created_at)
    select gen_random_uuid(), 'Praxis ' || ${pick(nameWords.last, "1")} || ' ' || n, 'BENCH-' || n, 'active', 'DE',
      'Europe/Berlin', 'EUR', 100000, 'optional', now() - n * interval '9 hours'
    from generate_series(0, ${organizations - 1}) as n
    on conflict (practice_code) do nothing`);
}

/** Drops the indexes and constraints. @returns The statements that restore them. */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ drop: string; create: string }>(`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as create
    from pg_constraint where contype = 'f' and conrelid = 'membership'::regclass
    union all
    select format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid) from pg_index i
    where indrelid = 'membership'::regclass and not exists (select from pg_constraint where conindid = i.indexrelid)
    union all
    select 'alter table membership disable trigger user', 'alter table membership enable trigger user'`);
  for (const { drop } of rows) await client.query(drop);
  return rows.map(({ create }) => create);
}

async function addPeople(client: pg.Client, people: number): Promise<void> {
  await client.query(`
    create temp table added as
    select n, gen_random_uuid() as id,
      case when n <= ${people} * ${largestShare} then 0 else 1 + (n % ${organizations - 1}) end as organization
    from generate_series(1, ${people}) as n`);
  // Existing people keep their organization. New people fill the share of the largest organization.
  await client.query(`
    delete from added where n <= (select count(*) from membership where username like 'person\\_%')`);
  await client.query(`
    update added set organization = 0 where n in (
      select n from added order by n limit greatest(0, ceil(${people} * ${largestShare})
        - (select count(*) from membership m join organization o using (organization_id)
           where o.practice_code = 'BENCH-0' and m.username like 'person\\_%')))`);
  await client.query("insert into person (id, first_name, last_name) select id, '', '' from added");
  await client.query(`
    insert into membership (organization_id, id, person_id, username, role, status, department, first_name, last_name,
      email, phone, last_login_at, created_at, joined_at, blocked_at, locked_until)
    select o.organization_id, a.id, a.id, 'person_' || n,
      ${pick("viewer,viewer,viewer,viewer,editor,editor,support,finance,practice_admin,org_admin", "2")},
      ${pick("active,active,active,active,active,active,active,active,pending,deactivated", "3")},
      case when ${percentChance(85, "4")} then ${pick(nameWords.department, "5")} end,
      ${pick(nameWords.first, "6")} || case when ${percentChance(20, "7")} then ' ' || ${pick(nameWords.first, "8")} else '' end,
      ${pick(nameWords.last, "9")} || case when ${percentChance(40, "10")} then '-' || ${pick(nameWords.added, "11")} else '' end,
      case when ${percentChance(90, "12")} then 'person.' || n || '@praxis' || a.organization || '.example.org' end,
      '+49 30 ' || n,
      case when ${percentChance(70, "13")} then now() - abs(hashtextextended(n::text, 14)) % 90000000 * interval '1 second' end,
      now() - abs(hashtextextended(n::text, 15)) % 200000000 * interval '1 second', now(),
      case when ${percentChance(2, "16")} then now() end,
      case when ${percentChance(1, "17")} then now() + interval '1 day' end
    from added a join organization o on o.practice_code = 'BENCH-' || a.organization order by hashtextextended(n::text, 18)`);
  await client.query("drop table added");
}
