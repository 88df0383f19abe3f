import { randomBytes } from "node:crypto";
import {
  insertMembership,
  insertOrganization,
  insertPerson,
} from "../apps/server/src/directory/provision.queries.ts";
import { PasswordHasher } from "../apps/server/src/platform/crypto/password-hasher.ts";
import { Database } from "../apps/server/src/platform/db/database.ts";
import { PlatformDb } from "../apps/server/src/platform/db/platform-db.ts";
import { type BenchPortal, demoPassword, startBenchPortal } from "./support/portal.ts";
import { median, type Row } from "./support/row.ts";
import { scaled } from "./support/scale.ts";

const pairs = scaled(200, 2);
const warmUp = scaled(20, 0);
const people = scaled(100, 2);
/** Pause before the next measurement, because work that a request triggers runs after its response. */
const pauseMs = 15;
const maxDifferenceMs = 2;

/** A request that names a known user, and one that names an unknown user. */
type Pair = { known: () => Promise<Response>; unknown: () => Promise<Response>; status: number };

/**
 * Checks that response times do not reveal whether an account exists. Includes every call that accepts a name without
 * authentication. Also includes resending an invitation, which could reveal to one organization that an address is
 * known elsewhere.
 */
export async function measure(): Promise<Row[]> {
  const portal = await startBenchPortal();
  const database = new Database({
    url: await portal.databaseUrl("platform"),
    maxConnections: 2,
    applicationName: "bench",
  });
  try {
    const db = new PlatformDb(database);
    const rows: Row[] = [];
    for (const [subject, pair] of Object.entries(await pairsOf(portal, db))) {
      rows.push(await compare(subject, pair, db));
    }
    return rows;
  } finally {
    await database.close();
    await portal.stop();
  }
}

async function pairsOf(portal: BenchPortal, db: PlatformDb): Promise<Record<string, Pair>> {
  const owner = await portal.signIn("inhaberin");
  const { organizationId, people: known } = await addPeople(db);
  const invited = await addInvited(db, owner.organizationId);
  let personIndex = 0;
  const nextPerson = () => {
    personIndex += 1;
    return known[personIndex % known.length] ?? { username: "", email: "" };
  };
  const randomName = () => `niemand_${randomBytes(6).toString("hex")}`;
  const post = (path: string, body?: object) =>
    fetch(`${portal.baseUrl}/api/v1${path}`, {
      method: "POST",
      headers: {
        ...(body && { "content-type": "application/json" }),
        ...(body === undefined && { authorization: `Bearer ${owner.accessToken}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
  const login = (credentials: object) =>
    post("/auth/login", { ...credentials, password: "Falsches-Kennwort-1" });
  const reset = (email: string) => post("/auth/password-reset/initiate", { email });
  const redeem = (name: string) =>
    post("/auth/password-reset/code", { name, code: "12345678", newPassword: "Blaue-Treppe-58" });
  const unlock = (name: string) =>
    post("/auth/emergency-code", { name, code: "AAAA-BBBB-CCCC-DDDD", organizationId: null });
  const application = (email: string) =>
    post("/org-tokens/authenticate", { email, password: "Falsches-Kennwort-1", organizationId });
  const resend = (id: string) => post(`/organizations/${owner.organizationId}/members/${id}/invitation`);
  const randomAddress = () => `${randomName()}@example.org`;
  return {
    "login by username": {
      known: () => login({ username: nextPerson().username, organizationId }),
      unknown: () => login({ username: randomName(), organizationId }),
      status: 401,
    },
    "login by address": {
      known: () => login({ email: nextPerson().email }),
      unknown: () => login({ email: randomAddress() }),
      status: 401,
    },
    "password reset request": {
      known: () => reset(nextPerson().email),
      unknown: () => reset(randomAddress()),
      status: 202,
    },
    "one-time code of the practice": {
      known: () => redeem(nextPerson().email),
      unknown: () => redeem(randomAddress()),
      status: 400,
    },
    "emergency code of the practice": {
      known: () => unlock(nextPerson().email),
      unknown: () => unlock(randomAddress()),
      status: 400,
    },
    "sign-in of an application": {
      known: () => application(nextPerson().email),
      unknown: () => application(randomAddress()),
      status: 400,
    },
    "invitation sent again": {
      known: () => resend(invited.known),
      unknown: () => resend(invited.unknown),
      status: 201,
    },
  };
}

/** Measures interleaved pairs of one call. */
export async function compare(
  subject: string,
  { known, unknown, status }: Pair,
  db: PlatformDb,
): Promise<Row> {
  const times: Record<"known" | "unknown", number[]> = { known: [], unknown: [] };
  for (let index = -warmUp; index < pairs; index += 1) {
    // Rate limits would lock the names and the bench's address long before two hundred pairs.
    await db.write((tx) => tx.identity.deleteFrom("attempt_limit").execute());
    const bothRequests = [
      ["known", known],
      ["unknown", unknown],
    ] as const;
    for (const [timingKind, sendRequest] of index % 2 === 0 ? bothRequests : bothRequests.toReversed()) {
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      const startedAt = performance.now();
      const response = await sendRequest();
      await response.arrayBuffer();
      const ms = performance.now() - startedAt;
      if (response.status !== status) throw new Error(`${subject}: ${response.status}, not ${status}`);
      if (index >= 0) times[timingKind].push(ms);
    }
  }
  const [ofKnown, ofUnknown] = [median(times.known), median(times.unknown)];
  // Compares the requests of each pair, because other load on the machine changes slowly and affects both.
  const pairedDifference = median(times.known.map((ms, index) => ms - (times.unknown[index] ?? ms)));
  return {
    subject: `${subject}: median difference of known and unknown`,
    value: Math.abs(pairedDifference),
    unit: "ms",
    budget: { max: maxDifferenceMs },
    note: `known ${ofKnown.toFixed(2)} ms, unknown ${ofUnknown.toFixed(2)} ms, ${pairs} pairs`,
  };
}

async function addPeople(db: PlatformDb) {
  const passwordHash = await new PasswordHasher().hash(demoPassword);
  return db.write(async (tx) => {
    const { id: organizationId } = await insertOrganization(tx, {
      name: "Praxis Zeit",
      country: "DE",
      maxUsers: 1_000,
      twoFactorPolicy: "optional",
    });
    const createdPeople: { username: string; email: string }[] = [];
    for (let index = 0; index < people; index += 1) {
      const [username, email] = [`zeit_${index}`, `zeit${index}@example.org`];
      const personId = await insertPerson(tx, {
        firstName: "Zeit",
        lastName: `Probe-${index}`,
        email,
        passwordHash,
      });
      await insertMembership(tx, organizationId, { personId, username, role: "viewer" });
      createdPeople.push({ username, email });
    }
    return { organizationId, people: createdPeople };
  });
}

/**
 * Adds two invited members: one whose address a person in another organization has confirmed, and one with an unknown
 * address.
 */
async function addInvited(
  db: PlatformDb,
  organizationId: string,
): Promise<{ known: string; unknown: string }> {
  return db.write(async (tx) => {
    const other = await insertOrganization(tx, { name: "Praxis Anderswo", country: "DE" });
    const email = "anderswo@example.org";
    const owner = await insertPerson(tx, {
      firstName: "Ada",
      lastName: "Anderswo",
      email,
      passwordHash: null,
    });
    await insertMembership(tx, other.id, { personId: owner, username: "anderswo", role: "viewer" });
    const invite = async (pendingEmail: string) => {
      const personId = await insertPerson(tx, {
        firstName: "Ina",
        lastName: "Eingeladen",
        pendingEmail,
        passwordHash: null,
      });
      await insertMembership(tx, organizationId, {
        personId,
        username: null,
        role: "viewer",
        status: "pending",
      });
      return personId;
    };
    return { known: await invite(email), unknown: await invite("nirgends@example.org") };
  });
}
