import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { firstAdminGrants } from "@praxisportal/contract/permissions";
import { password, PeopleFactory, type Person, type Organization } from "../../e2e/support/people.ts";
import { startTestPortal, type TestPortal } from "../../e2e/support/portal.ts";
import type { PrincipalName } from "./request-cases.ts";
import type { Placeholder } from "./schema-values.ts";

/** Credentials of a principal as headers, and its refresh token. */
export interface Session {
  readonly headers: readonly (readonly [string, string])[];
  readonly person: Person | undefined;
  readonly refreshToken: string;
  readonly isPlatform: boolean;
}

/**
 * Part of the names of the other organization and its member. No case contains it, so an occurrence in a response is a
 * leak.
 */
const otherOrganizationWord = "Kanarienpraxis";

const anonymousSession: Session = { headers: [], person: undefined, refreshToken: "", isPlatform: false };

/**
 * A portal with one organization that the cases may damage and one that must stay unchanged. Principals are recreated
 * when a case ends their session or account.
 */
export class FuzzEnvironment {
  readonly portal: TestPortal;
  readonly port: number;
  readonly #fixtures: FuzzFixtures;
  #colleague: Person;
  /** A person with an open invitation. */
  #pendingId: string | undefined;
  readonly #sessions = new Map<PrincipalName, Session>();
  readonly #readMails = new Set<string>();
  readonly #tokens: Record<"invitation" | "emailLink", string[]> = { invitation: [], emailLink: [] };
  #refillCount = 0;

  private constructor(portal: TestPortal, fixtures: FuzzFixtures, colleague: Person) {
    this.portal = portal;
    this.port = Number(new URL(portal.url).port);
    this.#fixtures = fixtures;
    this.#colleague = colleague;
  }

  static async open(): Promise<FuzzEnvironment> {
    const portal = await startTestPortal({ LOG_LEVEL: "silent" });
    const people = new PeopleFactory(portal);
    const organization = await people.createOrganization({ maxUsers: 1_000_000 });
    const createOtherOrganization = async (organizationWord: string) => {
      const otherOrganization = await people.createOrganization({ name: `Praxis ${organizationWord}` });
      return {
        organization: otherOrganization,
        person: await people.createMember(otherOrganization, "org_admin", { lastName: organizationWord }),
      };
    };
    const untouched = await createOtherOrganization(otherOrganizationWord);
    const fixtures = { people, organization, untouched, unrelated: await createOtherOrganization("Fremd") };
    return new FuzzEnvironment(portal, fixtures, await people.createMember(organization, "viewer"));
  }

  /** Returns the session of a principal, signing in when there is none. */
  async session(name: PrincipalName): Promise<Session> {
    const session = this.#sessions.get(name) ?? (await this.#signIn(name));
    this.#sessions.set(name, session);
    return session;
  }

  /** Forgets a session that is no longer accepted. The next case of this principal uses a new person. */
  dropSession(name: PrincipalName): void {
    this.#sessions.delete(name);
  }

  /** Returns the current value of a placeholder. */
  valueOf(placeholder: Placeholder | "origin", session: Session): string {
    // Platform administrators may change every organization, so they never get the watched one.
    const otherOrganization = session.isPlatform ? this.#fixtures.unrelated : this.#fixtures.untouched;
    switch (placeholder) {
      case "organization":
        return this.#fixtures.organization.id;
      case "otherOrganization":
        return otherOrganization.organization.id;
      case "self":
        return session.person?.id ?? this.#colleague.id;
      case "colleague":
        return this.#colleague.id;
      case "pending":
        return this.#pendingId ?? this.#colleague.id;
      case "otherPerson":
        return otherOrganization.person.id;
      case "fresh":
        this.#refillCount += 1;
        return `f${this.#refillCount}`;
      case "password":
        return password;
      case "refreshToken":
        return session.refreshToken;
      case "invitation":
      case "emailLink":
        return this.#tokens[placeholder].shift() ?? "x".repeat(43);
      case "version":
        return "1";
      case "origin":
        return this.portal.url;
    }
  }

  /**
   * Adds a new colleague and new mailed links and resets the attempt counters, so that later cases have the same chance
   * as the first.
   */
  async resetState(): Promise<void> {
    await this.portal.app.platformDb.write((tx) => tx.identity.deleteFrom("attempt_limit").execute());
    await this.#reopen();
    this.#colleague = await this.#fixtures.people.createMember(this.#fixtures.organization, "viewer");
    await this.#collectLinks();
    const { headers } = await this.session("org_admin");
    const call = async (path: string, body: object) => {
      const response = await fetch(new URL(path, this.portal.url), {
        method: "POST",
        headers: { ...Object.fromEntries(headers), "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      return (await response.json()) as { id?: string };
    };
    this.#refillCount += 1;
    const email = `fuzz${this.#refillCount}@example.org`;
    const invited = await call(`/api/v1/organizations/${this.#fixtures.organization.id}/members`, { email });
    this.#pendingId = invited.id;
    await call("/api/v1/users/me/email", { newEmail: `neu-${email}`, password });
  }

  /** Returns the leak when a response to an unrelated caller mentions the other organization. */
  findLeak(text: string): string | undefined {
    return text.includes(otherOrganizationWord)
      ? `reveals another organization: ${text.slice(0, 300)}`
      : undefined;
  }

  /** Returns all rows of the other organization, to show that no case changed it. */
  async readOtherOrganization(): Promise<string> {
    const { organization, person } = this.#fixtures.untouched;
    const db = this.portal.app.platformDb.reads;
    const rows = await Promise.all([
      db.selectFrom("organization").selectAll().where("organization_id", "=", organization.id).execute(),
      db.selectFrom("membership").selectAll().where("organization_id", "=", organization.id).execute(),
      db.selectFrom("invitation").selectAll().where("organization_id", "=", organization.id).execute(),
      db.selectFrom("person").selectAll().where("id", "=", person.id).execute(),
    ]);
    return JSON.stringify(rows);
  }

  /** Reactivates the damaged organization, which a case may have deleted, archived or suspended. */
  async #reopen(): Promise<void> {
    const { id } = this.#fixtures.organization;
    await this.portal.app.platformDb.write((tx) =>
      tx.organization(id, (db) =>
        db
          .updateTable("organization")
          .set({
            status: "active",
            previous_status: null,
            deleted_at: null,
            suspended_at: null,
            max_users: 1_000_000,
            two_factor_policy: "optional",
            allow_applications: true,
          })
          .where("organization_id", "=", id)
          .execute(),
      ),
    );
    this.portal.app.callers.cache.forgetAll();
  }

  async #signIn(name: PrincipalName): Promise<Session> {
    if (name === "anonymous") return anonymousSession;
    await this.#reopen();
    const person = await this.#createPrincipal(name);
    const browser: Record<string, string> = name === "browser" ? { origin: this.portal.url } : {};
    const application = {
      organizationId: this.#fixtures.organization.id,
      applicationId: "fuzz",
      applicationType: "desktop",
      applicationName: "Probe",
    };
    const [path, fields] =
      name === "application" ? ["org-tokens/authenticate", application] : ["auth/login", {}];
    const signIn = async () => {
      await this.#reopen();
      return fetch(new URL(`/api/v1/${path}`, this.portal.url), {
        method: "POST",
        headers: { "content-type": "application/json", ...browser },
        body: JSON.stringify({ email: person.email, password, ...fields }),
      });
    };
    let response = await signIn();
    // A case in another lane may have suspended the organization in the meantime.
    for (let attempt = 0; attempt < 3 && response.status === 403; attempt += 1) response = await signIn();
    const result = (await response.json()) as { accessToken?: string; refreshToken?: string };
    if (result.accessToken === undefined) throw new Error(`sign-in of ${name}: ${JSON.stringify(result)}`);
    const cookie = response.headers.get("set-cookie")?.split(";", 1)[0];
    return {
      person,
      isPlatform: name === "super_admin",
      refreshToken: cookie?.split("=")[1] ?? result.refreshToken ?? "",
      headers: [
        ["authorization", `Bearer ${result.accessToken}`],
        ...Object.entries(browser),
        ...(cookie === undefined ? [] : [["cookie", cookie] as const]),
      ],
    };
  }

  async #createPrincipal(name: Exclude<PrincipalName, "anonymous">): Promise<Person> {
    switch (name) {
      case "super_admin":
        return this.#fixtures.people.createPlatformAccount("super_admin");
      case "must_change":
        return this.#fixtures.people.createMember(this.#fixtures.organization, "org_admin", {
          mustChangePassword: true,
        });
      case "org_admin":
      case "browser":
      case "application":
        // Grants of an organization's first administrator for AI and billing.
        return this.#fixtures.people.createMember(this.#fixtures.organization, "org_admin", {
          permissions: firstAdminGrants,
        });
      default:
        return this.#fixtures.people.createMember(this.#fixtures.organization, name);
    }
  }

  /** Reads the links from mails written since the last call. */
  async #collectLinks(): Promise<void> {
    const folder = join(this.portal.dataDir, "mail");
    const files = await readdir(folder).catch(() => []);
    for (const file of files.filter(
      (candidate) => candidate.endsWith(".eml") && !this.#readMails.has(candidate),
    )) {
      this.#readMails.add(file);
      const mail = (await readFile(join(folder, file), "utf8")).replaceAll("=\r\n", "");
      const [, kind, token] = /\/(invitation|email|email-cancel)\/([\w-]{20,})/.exec(mail) ?? [];
      if (token !== undefined) this.#tokens[kind === "invitation" ? "invitation" : "emailLink"].push(token);
    }
  }

  async close(): Promise<void> {
    await this.portal.stop();
  }
}

interface OtherOrganization {
  readonly organization: Organization;
  readonly person: Person;
}

interface FuzzFixtures {
  readonly people: PeopleFactory;
  readonly organization: Organization;
  readonly untouched: OtherOrganization;
  readonly unrelated: OtherOrganization;
}
