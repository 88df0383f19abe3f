import { firstAdminGrants } from "@praxisportal/contract/permissions";
import { platformChainId } from "../../platform/audit/audit-record.ts";
import type { Clock } from "../../platform/clock/clock.ts";
import type { PasswordHasher } from "../../platform/crypto/password-hasher.ts";
import { seal, type SealingKeys } from "../../platform/crypto/sealed-secrets.ts";
import type { PlatformDb } from "../../platform/db/platform-db.ts";
import type { WriteTransaction } from "../../platform/db/write-transaction.ts";
import {
  insertMembership,
  insertOrganization,
  insertPerson,
  startTrial,
} from "../../directory/provision.queries.ts";
import { dayIn } from "../../platform/clock/day-in.ts";
import { demoOrganizations } from "./demo-organizations.ts";
import {
  type DemoAccount,
  demoAccounts,
  demoPassword,
  type DemoStaff,
  demoStaff,
  demoTotpSecret,
} from "./demo-people.ts";
import * as queries from "./demo.platform-queries.ts";
import { type DemoReceiver, type Inject, simulateMorning } from "./demo-activity.ts";
import { addMonths, monthOf } from "../../directory/plan-charges/days.ts";
import { storeOperator, storeProfile } from "./invoices/demo-invoices.platform-queries.ts";
import { invoicedMonths } from "./invoices/demo-invoices.service.ts";
import { type Place, seasonDays, workingMorning } from "./season/season-calendar.ts";
import { lastSignIn } from "./season/season-sign-ins.ts";
import { beginSeason } from "./season/season.platform-queries.ts";
import { syncMemberRows } from "../../directory/member-rows.queries.ts";

type Dependencies = {
  platformDb: PlatformDb;
  clock: Clock;
  hasher: PasswordHasher;
  sealingKeys: SealingKeys;
  /** Sends requests to the server in-process. */
  inject: Inject;
};

const dayMs = 86_400_000;
const lockMs = dayMs;
const blockedDaysAgo = 2;

/** A created organization, with the data that its members need. */
type Created = Place & { id: string; createdAt: Date; suspendedAt: Date | null };

/** The demo: fictitious organizations and people, created once in an empty database. */
export class DemoService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Fills an empty database and returns whether it did. The job of the season creates the history afterwards. */
  async seed(receiver?: DemoReceiver): Promise<boolean> {
    if (await queries.hasPeople(this.#dependencies.platformDb)) return false;
    const hashes = await Promise.all(demoAccounts.map(() => this.#dependencies.hasher.hash(demoPassword)));
    const now = this.#dependencies.clock.now();
    await this.#dependencies.platformDb.write(async (tx, db) => {
      const organizations: Created[] = [];
      for (const organization of demoOrganizations) {
        organizations.push(await this.#addOrganization(tx, organization, now));
      }
      for (const [index, account] of demoAccounts.entries()) {
        const organization = account.organization === null ? undefined : organizations[account.organization];
        await this.#addAccount(tx, account, hashes[index] ?? "", organization, now);
      }
      for (const [index, { staff: count }] of demoOrganizations.entries()) {
        const organization = organizations[index];
        if (organization === undefined) continue;
        for (const staff of demoStaff(index, count))
          await this.#addStaff(tx, staff, index, organization, now);
        await queries.recordLastSignIn(tx, organization.id);
      }
      for (const [index, { billing }] of demoOrganizations.entries()) {
        const organization = organizations[index];
        if (organization !== undefined) await storeProfile(db, organization.id, billing);
      }
      await storeOperator(db, addMonths(monthOf(dayIn("Europe/Berlin", now)), -invoicedMonths));
      await queries.storeSeatAlerts(db, now);
      await beginSeason(db, now);
      const entryBase = {
        action: "platform.demo_created",
        actor: { type: "system", id: null },
        origin: "job",
      } as const;
      tx.record({ ...entryBase, organizationId: platformChainId });
      // The log of an organization begins with this entry, so it has the time of the first day.
      const seasonStart = new Date(now.getTime() - (seasonDays + 1) * dayMs);
      for (const { id, createdAt } of organizations)
        tx.recordPast(
          { ...entryBase, organizationId: id },
          createdAt > seasonStart ? createdAt : seasonStart,
        );
    });
    await simulateMorning(this.#dependencies.inject, receiver);
    return true;
  }

  /** Changes the address of the demonstration's webhook, because its receiver has another port at every start. */
  async moveReceiver(url: string): Promise<void> {
    await this.#dependencies.platformDb.write(async (tx, db) => {
      for (const { organizationId, id, name, oldUrl } of await queries.moveReceiver(db, url)) {
        tx.record({
          organizationId,
          action: "webhook.updated",
          actor: { type: "system", id: null },
          target: { type: "webhook", id, display: name },
          changes: { url: [new URL(oldUrl).origin, new URL(url).origin] },
          origin: "job",
        });
      }
    });
  }

  async #addOrganization(
    tx: WriteTransaction,
    { createdDaysAgo, state, details, ...organization }: (typeof demoOrganizations)[number],
    now: Date,
  ): Promise<Created> {
    const { id, timeZone } = await insertOrganization(tx, {
      ...organization,
      status: state.status === "trial" ? "trial" : "active",
      // Optional, so that a first look does not need an authenticator app.
      twoFactorPolicy: "optional",
      isDemo: true,
    });
    const place = { country: organization.country, timeZone };
    const createdAt = workingMorning(now, createdDaysAgo, place);
    await startTrial(tx, id, createdAt);
    const suspendedAt = state.status === "suspended" ? workingMorning(now, state.daysAgo, place) : null;
    const reason = state.status === "suspended" ? state.reason : null;
    await queries.storeDetails(tx, id, { createdAt, details, suspendedAt, reason });
    return { id, ...place, createdAt, suspendedAt };
  }

  async #addAccount(
    tx: WriteTransaction,
    account: DemoAccount,
    passwordHash: string,
    organization: Created | undefined,
    now: Date,
  ): Promise<void> {
    const { username, role } = account;
    const personId = await insertPerson(tx, {
      firstName: account.firstName,
      lastName: account.lastName,
      email: `${username}@example.org`,
      passwordHash,
      isDemo: true,
      ...(role === "super_admin" || role === "admin"
        ? { platformRole: role, platformUsername: username }
        : {}),
    });
    if (account.twoFactor) await this.#enableTwoFactor(tx, personId);
    if (organization === undefined) return;
    const { createdAt } = organization;
    const lastLoginAt = this.#lastSignIn({ username, createdAt }, organization, now);
    await insertMembership(tx, organization.id, {
      personId,
      username,
      role,
      department: account.department,
      permissions: role === "org_admin" ? firstAdminGrants : (account.permissions ?? []),
      createdAt,
      lastLoginAt,
    });
    if (account.twoFactor) await syncMemberRows(tx, personId);
  }

  async #addStaff(
    tx: WriteTransaction,
    staff: DemoStaff,
    organizationIndex: number,
    organization: Created,
    now: Date,
  ): Promise<void> {
    const personId = await insertPerson(tx, {
      firstName: staff.firstName,
      lastName: staff.lastName,
      email: `${staff.mailName}@${organizationIndex === 0 ? "" : `praxis${organizationIndex + 1}.`}example.org`,
      passwordHash: null,
      isDemo: true,
    });
    const username = staff.mailName.replaceAll(/[.-]/g, "_");
    const joinedAt = workingMorning(now, staff.joinedDaysAgo, organization);
    // Members of a young organization joined when it was created.
    const createdAt = joinedAt < organization.createdAt ? organization.createdAt : joinedAt;
    const blockedAt = staff.blocked ? workingMorning(now, blockedDaysAgo, organization) : null;
    await insertMembership(tx, organization.id, {
      personId,
      username,
      role: staff.role,
      department: staff.department,
      jobTitle: staff.jobTitle,
      initials: staff.initials,
      extension: staff.extension,
      permissions: staff.permissions,
      status: staff.status,
      validUntil: staff.validForDays === null ? null : new Date(now.getTime() + staff.validForDays * dayMs),
      blockedAt,
      createdAt,
      lastLoginAt: staff.signsIn
        ? this.#lastSignIn({ username, createdAt, blockedAt }, organization, now)
        : null,
    });
    if (staff.twoFactor) await this.#enableTwoFactor(tx, personId);
    if (staff.locked) await queries.setLock(tx, personId, new Date(now.getTime() + lockMs));
  }

  /** Returns the last sign-in of a member in the invented history. */
  #lastSignIn(
    member: { username: string; createdAt: Date; blockedAt?: Date | null },
    organization: Created,
    now: Date,
  ): Date | null {
    const ends = [member.blockedAt, organization.suspendedAt, now].filter((time) => time instanceof Date);
    const until = new Date(Math.min(...ends.map((time) => time.getTime())));
    return lastSignIn({ ...member, until }, dayIn("Europe/Berlin", now), organization);
  }

  async #enableTwoFactor(tx: WriteTransaction, personId: string): Promise<void> {
    const sealed = seal(this.#dependencies.sealingKeys, `two_factor:${personId}`, demoTotpSecret);
    await queries.storeTwoFactor(tx, personId, sealed);
  }
}
