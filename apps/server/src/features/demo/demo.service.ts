import { firstAdminGrants } from "@praxisportal/contract/permissions";
import { platformChainId } from "../../platform/audit/audit-record.ts";
import type { Clock } from "../../platform/clock/clock.ts";
import type { PasswordHasher } from "../../platform/crypto/password-hasher.ts";
import { seal } from "../../platform/crypto/sealed-secrets.ts";
import type { PlatformDb } from "../../platform/db/platform-db.ts";
import type { WriteTransaction } from "../../platform/db/write-transaction.ts";
import { insertMembership, insertOrganization, insertPerson } from "../../directory/provision.queries.ts";
import { demoAccounts, demoOrganizations, demoPassword, demoStaff, demoTotpSecret } from "./demo-people.ts";
import * as queries from "./demo.platform-queries.ts";
import { type Inject, simulateMorning } from "./demo-activity.ts";
import { syncMemberRows } from "../../directory/member-rows.queries.ts";

type Dependencies = {
  platformDb: PlatformDb;
  clock: Clock;
  hasher: PasswordHasher;
  sealingKey: Buffer;
  /** Sends requests to the server in-process. */
  inject: Inject;
};

const hourMs = 3_600_000;
const lockMs = 24 * hourMs;

/** The demo: fictitious organizations and people, created once in an empty database. */
export class DemoService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Fills an empty database. Returns whether it did. */
  async seed(): Promise<boolean> {
    if (await queries.hasPeople(this.#dependencies.platformDb)) return false;
    const hashes = await Promise.all(demoAccounts.map(() => this.#dependencies.hasher.hash(demoPassword)));
    await this.#dependencies.platformDb.write(async (tx) => {
      const organizationIds: string[] = [];
      for (const organization of demoOrganizations) {
        const created = await insertOrganization(tx, {
          ...organization,
          status: "active",
          // Optional, so that a first look does not need an authenticator app.
          twoFactorPolicy: "optional",
          isDemo: true,
        });
        organizationIds.push(created.id);
      }
      for (const [index, account] of demoAccounts.entries()) {
        await this.#addAccount(tx, account, hashes[index] ?? "", organizationIds);
      }
      for (const [index, organization] of demoOrganizations.entries()) {
        for (const staff of demoStaff(index, organization.staff)) {
          await this.#addStaff(tx, staff, index, organizationIds[index] ?? "");
        }
      }
      for (const organizationId of [...organizationIds, platformChainId]) {
        tx.record({
          organizationId,
          action: "platform.demo_created",
          actor: { type: "system", id: null },
          origin: "job",
        });
      }
    });
    await simulateMorning(this.#dependencies.inject);
    return true;
  }

  async #addAccount(
    tx: WriteTransaction,
    account: (typeof demoAccounts)[number],
    passwordHash: string,
    organizationIds: readonly string[],
  ): Promise<void> {
    const isPlatform = account.role === "super_admin" || account.role === "admin";
    const personId = await insertPerson(tx, {
      firstName: account.firstName,
      lastName: account.lastName,
      email: `${account.username}@example.org`,
      passwordHash,
      isDemo: true,
      ...(account.role === "super_admin" || account.role === "admin"
        ? { platformRole: account.role, platformUsername: account.username }
        : {}),
    });
    if (account.twoFactor) await this.#enableTwoFactor(tx, personId);
    if (isPlatform || account.organization === null) return;
    await insertMembership(tx, organizationIds[account.organization] ?? "", {
      personId,
      username: account.username,
      role: account.role,
      department: account.department,
      permissions: account.role === "org_admin" ? firstAdminGrants : (account.permissions ?? []),
    });
    if (account.twoFactor) await syncMemberRows(tx, personId);
  }

  async #addStaff(
    tx: WriteTransaction,
    staff: ReturnType<typeof demoStaff>[number],
    organizationIndex: number,
    organizationId: string,
  ) {
    const now = this.#dependencies.clock.now().getTime();
    const personId = await insertPerson(tx, {
      firstName: staff.firstName,
      lastName: staff.lastName,
      email: `${staff.mailName}@${organizationIndex === 0 ? "" : `praxis${organizationIndex + 1}.`}example.org`,
      passwordHash: null,
      isDemo: true,
    });
    await insertMembership(tx, organizationId, {
      personId,
      username: staff.mailName.replaceAll(/[.-]/g, "_"),
      role: staff.role,
      department: staff.department,
      permissions: staff.permissions,
      status: staff.status,
      validUntil: staff.validForDays === null ? null : new Date(now + staff.validForDays * 24 * hourMs),
      blockedAt: staff.blocked ? new Date(now - 48 * hourMs) : null,
      createdAt: new Date(now - staff.joinedDaysAgo * 24 * hourMs),
      lastLoginAt: staff.lastLoginHoursAgo === null ? null : new Date(now - staff.lastLoginHoursAgo * hourMs),
    });
    if (staff.twoFactor) await this.#enableTwoFactor(tx, personId);
    if (staff.locked) await queries.setLock(tx, personId, new Date(now + lockMs));
  }

  async #enableTwoFactor(tx: WriteTransaction, personId: string): Promise<void> {
    const sealed = seal(this.#dependencies.sealingKey, `two_factor:${personId}`, demoTotpSecret);
    await queries.storeTwoFactor(tx, personId, sealed);
  }
}
