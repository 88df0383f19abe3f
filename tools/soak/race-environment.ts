import { hashToken, makeToken } from "../../apps/server/src/platform/crypto/tokens.ts";
import { AuthenticatorApp } from "../../e2e/support/second-factor.ts";
import { password, PeopleFactory, type Person, type Organization } from "../../e2e/support/people.ts";
import { startTestPortal, type TestPortal } from "../../e2e/support/portal.ts";

/** A response in short form: `200`, or the status with its code. */
export type ApiResponse = { outcome: string; status: number; body: Record<string, unknown>; cookie: string };

/** A person signed in as an API client, or as a browser with its cookie. */
export type SignedIn = { person: Person; accessToken: string; refreshToken: string; cookie: string };

/** A portal with one organization, and the fixtures that the races need. */
export class RaceEnvironment {
  readonly portal: TestPortal;
  readonly people: PeopleFactory;
  readonly organization: Organization;

  private constructor(portal: TestPortal, people: PeopleFactory, organization: Organization) {
    this.portal = portal;
    this.people = people;
    this.organization = organization;
  }

  static async open(): Promise<RaceEnvironment> {
    const portal = await startTestPortal({ LOG_LEVEL: "silent", DEMO: "off" });
    const people = new PeopleFactory(portal);
    return new RaceEnvironment(portal, people, await people.createOrganization({ maxUsers: 100_000 }));
  }

  /** Makes a call to `/api/v1`; `isBrowser` sends the headers of a portal page. */
  async post(
    path: string,
    body: object,
    credentials: { accessToken?: string; cookie?: string; isBrowser?: boolean } = {},
  ): Promise<ApiResponse> {
    const response = await fetch(new URL(`/api/v1${path}`, this.portal.url), {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(credentials.accessToken && { authorization: `Bearer ${credentials.accessToken}` }),
        ...(credentials.cookie && { cookie: credentials.cookie }),
        ...(credentials.isBrowser && { origin: this.portal.url, "sec-fetch-site": "same-origin" }),
      },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    const parsed = (text === "" ? {} : JSON.parse(text)) as Record<string, unknown>;
    const code = typeof parsed["code"] === "string" && response.status >= 400 ? ` ${parsed["code"]}` : "";
    const cookie = response.headers.get("set-cookie")?.split(";", 1)[0] ?? "";
    return { outcome: `${response.status}${code}`, status: response.status, body: parsed, cookie };
  }

  /** Queries the database with the platform role. */
  sql<Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return this.portal.app.identityDb.call<Row>(`race-${text.length}-${text.slice(0, 30)}`, text, values);
  }

  /** Resets the attempt counters, which are not part of a race. */
  async resetAttempts(): Promise<void> {
    await this.portal.app.platformDb.write((tx) => tx.identity.deleteFrom("attempt_limit").execute());
  }

  member(role: "viewer" | "org_admin" = "viewer"): Promise<Person> {
    return this.people.createMember(this.organization, role);
  }

  async signIn(person: Person, isBrowser = false): Promise<SignedIn> {
    const { status, body, cookie } = await this.post(
      "/auth/login",
      { email: person.email, password },
      { isBrowser },
    );
    if (status !== 200) throw new Error(`the sign-in returned ${status}`);
    const { accessToken, refreshToken } = body as { accessToken: string; refreshToken: string };
    return { person, accessToken, refreshToken, cookie };
  }

  /** Creates a person with an authenticator app and backup codes. */
  async withSecondFactor(): Promise<{ person: Person; app: AuthenticatorApp; codes: readonly string[] }> {
    const person = await this.member();
    const { accessToken } = await this.signIn(person);
    const setup = await fetch(new URL("/api/v1/auth/2fa/setup", this.portal.url), {
      headers: { authorization: `Bearer ${accessToken}` },
    });
    const app = AuthenticatorApp.fromKey(((await setup.json()) as { secret: string }).secret);
    const enabled = await this.post("/auth/2fa/enable", { totpCode: app.code() }, { accessToken });
    return { person, app, codes: enabled.body["backupCodes"] as string[] };
  }

  /**
   * Creates the tokens that the first step of a sign-in returns, without its password check, which is not under test.
   */
  async startSecondSteps(person: Person, count: number): Promise<string[]> {
    return this.#oneTimeTokens(person, count, "second_step", {
      organizationId: this.organization.id,
      rememberMe: false,
      device: null,
    });
  }

  /** Returns the token of a password reset mail. */
  async resetLink(person: Person): Promise<string> {
    const [token = ""] = await this.#oneTimeTokens(person, 1, "password_reset", {});
    return token;
  }

  async #oneTimeTokens(
    person: Person,
    count: number,
    purpose: "second_step" | "password_reset",
    details: object,
  ): Promise<string[]> {
    const tokens = Array.from({ length: count }, makeToken);
    await this.portal.app.platformDb.write((tx) =>
      tx.identity
        .insertInto("one_time_token")
        .values(
          tokens.map((token) => ({
            token_hash: hashToken(token),
            purpose,
            person_id: person.id,
            details: JSON.stringify(details),
            expires_at: new Date(Date.now() + 300_000),
          })),
        )
        .execute(),
    );
    return tokens;
  }

  close(): Promise<void> {
    return this.portal.stop();
  }
}
