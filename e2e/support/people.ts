import { randomBytes } from "node:crypto";
import { aiInstructionVersion } from "@praxisportal/contract/ai-instruction/ai-instruction.rules";
import type { Role } from "@praxisportal/contract/roles";
import { syncMemberRows } from "../../apps/server/src/directory/member-rows.queries.ts";
import { attemptKey } from "../../apps/server/src/directory/rate-limiter.ts";
import * as provision from "../../apps/server/src/directory/provision.queries.ts";
import { testPassword, testPasswordHash } from "../../apps/server/test/test-password.ts";
import type { TestPortal } from "./portal.ts";

/** Password of all people created here. */
export const password = testPassword;

export interface Organization {
  readonly id: string;
  readonly name: string;
  readonly practiceCode: string;
}

export interface Person {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
}

type MemberOptions = Partial<Omit<provision.NewMembership, "personId" | "role">> &
  Partial<Pick<provision.NewPerson, "firstName" | "lastName" | "phone" | "mustChangePassword">> & {
    /** Locked by failed sign-ins until this time. */
    readonly lockedUntil?: Date;
    /** Whether the member has confirmed the AI instruction; true by default. */
    readonly hasConfirmedInstruction?: boolean;
  };

/** Returns a word that is unique across workers. Letters only, so that it is valid in names. */
function uniqueWord(): string {
  return [...randomBytes(8)].map((byte) => String.fromCodePoint(97 + (byte % 26))).join("");
}

/** Creates organizations and people for a test, with the server's own functions. */
export class PeopleFactory {
  readonly #portal: TestPortal;

  constructor(portal: TestPortal) {
    this.#portal = portal;
  }

  async createOrganization(options: Partial<provision.NewOrganization> = {}): Promise<Organization> {
    const name = options.name ?? `Praxis ${uniqueWord()}`;
    const organization = await this.#portal.app.platformDb.write((tx) =>
      provision.insertOrganization(tx, {
        name,
        country: "DE",
        status: "active",
        twoFactorPolicy: "optional",
        ...options,
      }),
    );
    return { ...organization, name };
  }

  /** Lets a person's sessions pass their idle limit; the open page learns of it with its next request. */
  async expireSessions(person: Person): Promise<void> {
    const { callers, identityDb } = this.#portal.app;
    await identityDb.write((tx) =>
      tx.identity
        .updateTable("session")
        .set({ last_active_at: new Date(Date.now() - 24 * 3_600_000) })
        .where("person_id", "=", person.id)
        .where("ended_at", "is", null)
        .execute(),
    );
    callers.cache.forgetPerson(person.id);
  }

  /** Locks a person as ten wrong passwords would, without computing ten slow hashes. */
  async lockOut({ id }: Person): Promise<void> {
    const now = new Date();
    const until = new Date(now.getTime() + 15 * 60_000);
    await this.#portal.app.platformDb.write((tx) =>
      tx.identity
        .insertInto("attempt_limit")
        .values({
          key: attemptKey("person", id),
          failures: 10,
          window_ends_at: until,
          locked_until: until,
          lock_level: 1,
          updated_at: now,
        })
        .execute(),
    );
  }

  /** Removes a person's email address. */
  async removeEmail(person: Person): Promise<void> {
    await this.#portal.app.platformDb.write(async (tx) => {
      await tx.identity
        .updateTable("person")
        .set({ email: null, email_verified_at: null })
        .where("id", "=", person.id)
        .execute();
      await syncMemberRows(tx, person.id);
    });
  }

  /** Lets a person's step-ups expire, as after eleven minutes. */
  async expireStepUps(person: Person): Promise<void> {
    const { callers, identityDb } = this.#portal.app;
    const expiredAt = new Date(Date.now() - 11 * 60_000);
    await identityDb.write(async (tx) => {
      const ownSessions = tx.identity.updateTable("session").where("person_id", "=", person.id);
      await ownSessions.set({ authenticated_at: expiredAt }).execute();
      await ownSessions
        .set({ second_factor_at: expiredAt })
        .where("second_factor_at", "is not", null)
        .execute();
    });
    callers.cache.forgetPerson(person.id);
  }

  /** Uses up the first `count` backup codes of a person. */
  async useBackupCodes(person: Person, count: number): Promise<void> {
    await this.#portal.app.identityDb.write((tx) =>
      tx.identity
        .updateTable("backup_code")
        .set({ used_at: new Date() })
        .where("person_id", "=", person.id)
        .where("slot", "<", count)
        .execute(),
    );
  }

  async #createPerson(options: Partial<provision.NewPerson>): Promise<Omit<Person, "username">> {
    const { firstName = "Mia", lastName = "Muster-Probe" } = options;
    const email = options.email ?? `${uniqueWord()}@example.org`;
    const id = await this.#portal.app.platformDb.write((tx) =>
      provision.insertPerson(tx, { ...options, firstName, lastName, email, passwordHash: testPasswordHash }),
    );
    return { id, email, firstName, lastName };
  }

  async createMember(organization: Organization, role: Role, options: MemberOptions = {}): Promise<Person> {
    const {
      firstName,
      lastName,
      phone,
      mustChangePassword,
      lockedUntil,
      hasConfirmedInstruction = true,
      ...membership
    } = options;
    const username = options.username ?? `${role}_${uniqueWord()}`;
    const person = await this.#createPerson({
      ...(firstName === undefined ? {} : { firstName }),
      ...(lastName === undefined ? {} : { lastName }),
      ...(phone === undefined ? {} : { phone }),
      ...(mustChangePassword === undefined ? {} : { mustChangePassword }),
    });
    await this.#portal.app.platformDb.write((tx) =>
      provision.insertMembership(tx, organization.id, { ...membership, username, role, personId: person.id }),
    );
    if (lockedUntil !== undefined) await this.#lock(person.id, lockedUntil);
    if (hasConfirmedInstruction) await this.#confirmInstruction(organization, person.id);
    return { ...person, username };
  }

  async #confirmInstruction(organization: Organization, personId: string): Promise<void> {
    await this.#portal.app.platformDb.writes
      .insertInto("ai_instruction_confirmation")
      .values({
        organization_id: organization.id,
        person_id: personId,
        version: aiInstructionVersion,
        confirmed_at: new Date(),
      })
      .execute();
  }

  /** Adds an existing person to another organization. */
  async addMembership(organization: Organization, person: Person, role: Role): Promise<void> {
    await this.#portal.app.platformDb.write((tx) =>
      provision.insertMembership(tx, organization.id, {
        username: person.username,
        role,
        personId: person.id,
      }),
    );
  }

  async createPlatformAccount(platformRole: "super_admin" | "admin"): Promise<Person> {
    const username = `platform_${uniqueWord()}`;
    return { ...(await this.#createPerson({ platformRole, platformUsername: username })), username };
  }

  async #lock(personId: string, until: Date): Promise<void> {
    await this.#portal.app.platformDb.write(async (tx) => {
      await tx.identity
        .updateTable("person")
        .set({ failed_login_attempts: 10, locked_until: until, lock_reason: "failed_logins" })
        .where("id", "=", personId)
        .execute();
      await syncMemberRows(tx, personId);
    });
  }
}
