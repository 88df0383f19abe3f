import type { BodyOf } from "@praxisportal/contract/endpoint";
import { oneTimeLinkMs } from "@praxisportal/contract/limits";
import { firstAdminGrants } from "@praxisportal/contract/permissions";
import type { completeSetup } from "@praxisportal/contract/setup/setup.endpoints";
import type { ValidationIssue } from "@praxisportal/contract/validation-issues";
import { platformChainId } from "../../platform/audit/audit-record.ts";
import type { Clock } from "../../platform/clock/clock.ts";
import type { PasswordHasher } from "../../platform/crypto/password-hasher.ts";
import { hashToken, makeToken } from "../../platform/crypto/tokens.ts";
import type { PlatformDb } from "../../platform/db/platform-db.ts";
import { newPasswordIssues } from "../../platform/http/new-password.ts";
import { ProblemError } from "../../platform/http/problem.ts";
import type { RequestOrigin } from "../../platform/request-context/request-context.ts";
import {
  insertMembership,
  insertOrganization,
  insertPerson,
  startTrial,
} from "../../directory/provision.queries.ts";
import * as queries from "./setup.platform-queries.ts";

type Dependencies = {
  platformDb: PlatformDb;
  clock: Clock;
  hasher: PasswordHasher;
};

type SetupBody = BodyOf<typeof completeSetup>;

/** Sets up the first administrator in an empty installation. */
export class SetupService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Creates a one-time link, valid for 30 minutes, which replaces an older one. Returns undefined when the platform has
   * an administrator, or when another running process has made a link that is still valid.
   */
  async makeLink(
    publicUrl: URL,
    hasOtherProcess: () => Promise<boolean> = async () => false,
  ): Promise<string | undefined> {
    const { platformDb, clock } = this.#dependencies;
    if (await queries.hasAdministrator(platformDb)) return undefined;
    const keepsOpen = await hasOtherProcess();
    const token = makeToken();
    const now = clock.now();
    const expiresAt = new Date(now.getTime() + oneTimeLinkMs);
    const isCreated = await platformDb.write(async (tx) => {
      await queries.lockSetup(tx);
      if (keepsOpen && (await queries.hasOpenSetupLink(tx, now))) return false;
      await queries.replaceSetupLink(tx, hashToken(token), expiresAt);
      return true;
    });
    return isCreated ? new URL(`/setup/${token}`, publicUrl).href : undefined;
  }

  /** Checks a setup link. Errors: 400 `LINK_INVALID` for an unknown, used or expired link. */
  async check(token: string) {
    const link = await queries.findSetupLink(
      this.#dependencies.platformDb,
      hashToken(token),
      this.#dependencies.clock.now(),
    );
    if (link === undefined) throw new ProblemError("LINK_INVALID");
    return { valid: true as const, expiresAt: link.expires_at.toISOString() };
  }

  /**
   * Creates the platform administrator, the first organization and its owner, and consumes the link, in one
   * transaction. The owner must change the password, because another person chose it.
   */
  async complete(body: SetupBody, origin: RequestOrigin) {
    await this.check(body.token);
    assertUsable(body);
    const { hasher } = this.#dependencies;
    const administratorHash = await hasher.hash(body.administrator.password);
    const memberHash = await hasher.hash(body.member.password);
    return this.#dependencies.platformDb.write(async (tx) => {
      await queries.lockSetup(tx);
      if (!(await queries.consumeSetupLink(tx, hashToken(body.token), this.#dependencies.clock.now()))) {
        throw new ProblemError("LINK_INVALID");
      }
      if (await queries.hasAdministrator(this.#dependencies.platformDb))
        throw new ProblemError("SETUP_ALREADY_COMPLETED");
      const administratorId = await insertPerson(tx, {
        firstName: body.administrator.firstName,
        lastName: body.administrator.lastName,
        email: body.administrator.email ?? null,
        passwordHash: administratorHash,
        platformRole: "super_admin",
        platformUsername: body.administrator.username,
      });
      const organization = await insertOrganization(tx, {
        name: body.organization.name,
        country: body.organization.country,
        ...(body.organization.type === undefined ? {} : { type: body.organization.type }),
      });
      await startTrial(tx, organization.id, this.#dependencies.clock.now());
      const memberId = await insertPerson(tx, {
        firstName: body.member.firstName,
        lastName: body.member.lastName,
        email: body.member.email ?? null,
        passwordHash: memberHash,
        mustChangePassword: true,
      });
      await insertMembership(tx, organization.id, {
        personId: memberId,
        username: body.member.username,
        role: "org_admin",
        permissions: firstAdminGrants,
      });
      const actor = {
        type: "user" as const,
        id: administratorId,
        role: "super_admin",
        display: `${body.administrator.firstName} ${body.administrator.lastName}`,
      };
      const base = { actor, request: origin.audit, origin: "ui" as const };
      tx.record({ ...base, organizationId: platformChainId, action: "platform.setup_completed" });
      tx.record({
        ...base,
        organizationId: organization.id,
        action: "organization.created",
        target: { type: "organization", id: organization.id, display: body.organization.name },
      });
      tx.record({
        ...base,
        organizationId: organization.id,
        action: "member.added",
        target: { type: "user", id: memberId, display: `${body.member.firstName} ${body.member.lastName}` },
        changes: { role: [null, "org_admin"], permissions: [[], [...firstAdminGrants]] },
      });
      return {
        organizationId: organization.id,
        organizationName: body.organization.name,
        practiceCode: organization.practiceCode,
      };
    });
  }
}

function assertUsable(body: SetupBody): void {
  const issues: ValidationIssue[] = (["administrator", "member"] as const).flatMap((person) => {
    const context = { ...body[person], organizationName: body.organization.name };
    return newPasswordIssues(`${person}.password`, body[person].password, context);
  });
  const [administrator, member] = [body.administrator, body.member];
  if (administrator.email && administrator.email === member.email) {
    issues.push({ path: "member.email", code: "unique", params: {} });
  }
  // Two people with the same username could not sign in: the name would be ambiguous.
  if (administrator.username.toLowerCase() === member.username.toLowerCase()) {
    issues.push({ path: "member.username", code: "unique", params: {} });
  }
  if (issues.length > 0) throw new ProblemError("VALIDATION_FAILED", { issues });
}
