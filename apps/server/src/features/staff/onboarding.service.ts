import type { BodyOf } from "@praxisportal/contract/endpoint";
import { uuidV7 } from "@praxisportal/contract/identifiers";
import { temporaryPasswordMs } from "@praxisportal/contract/limits";
import type { startOnboarding } from "@praxisportal/contract/staff/staff.endpoints";
import type { StartedOnboarding } from "@praxisportal/contract/staff/staff.schema";
import { suggestUsername } from "@praxisportal/contract/username";
import { canonicalGrants } from "@praxisportal/contract/users/users.rules";
import { makeTemporaryPassword } from "../../platform/crypto/temporary-password.ts";
import type { OrganizationDb } from "../../platform/db/handles.ts";
import type { WriteTransaction } from "../../platform/db/write-transaction.ts";
import { ProblemError } from "../../platform/http/problem.ts";
import { saveIdempotencyKey } from "../../platform/idempotency/idempotency.queries.ts";
import type { Authorized } from "../../platform/request-context/authorized.ts";
import { assertFresh } from "../../platform/request-context/fresh-proof.ts";
import type { EmploymentService } from "./employment.service.ts";
import { compact, externalFaults } from "./staff.policy.ts";
import type { StaffDependencies } from "./staff-dependencies.ts";
import { readTemplateItems } from "./template.service.ts";
import * as queries from "./staff.queries.ts";
import { assertGrantable, assertUnique, auditPartyOf } from "../../directory/member-guards.ts";
import { insertMembership, insertPerson } from "../../directory/provision.queries.ts";
import { takeSeat } from "../../directory/seats.queries.ts";
import { hasZeroAiLimit, setZeroAiLimit } from "../../directory/limits/person-ai-limit.queries.ts";
import { inviteMember } from "../../directory/invite-member.ts";
import { readUser } from "../../directory/read-user.ts";

type Body = BodyOf<typeof startOnboarding>;

/** Onboards people. One call creates the account, membership and checklist for the first day. */
export class OnboardingService {
  readonly #dependencies: StaffDependencies;
  readonly #employment: EmploymentService;

  constructor(dependencies: StaffDependencies, employment: EmploymentService) {
    this.#dependencies = dependencies;
    this.#employment = employment;
  }

  /**
   * Creates a person with a username made from their name and a password valid for 72 hours from the start of the
   * first day. Errors: 400, 403 ROLE_NOT_GRANTABLE and STEP_UP_REQUIRED, 409 USER_LIMIT_REACHED and ALREADY_EXISTS.
   */
  async start({ context }: Authorized<"staff.startOnboarding">, body: Body): Promise<StartedOnboarding> {
    const { organization, caller } = context;
    assertGrantable(context, body.role, body.permissions);
    const granted = canonicalGrants(body.permissions);
    const now = this.#dependencies.clock.now();
    assertFresh(caller, now);
    const temporaryPassword = makeTemporaryPassword();
    const passwordHash = await this.#dependencies.hasher.hash(temporaryPassword);
    const email = body.email ?? null;
    const { personId, expiresAt } = await this.#dependencies.db.write(async (tx) => {
      const id = uuidV7();
      await saveIdempotencyKey(tx, context.repeatable, id);
      await takeSeat(tx, organization.id);
      const calendar = await queries.readOrganizationDays(tx, organization.id, now);
      const site = await this.#validateInput(tx, organization.id, body, calendar);
      const username = await this.#freeUsername(tx, organization.id, body);
      await assertUnique(tx, organization.id, { username: null, email });
      const firstDay = await queries.instantOf(tx, `${body.startsOn}T00:00:00`, calendar.timeZone);
      const passwordEnd = new Date(Math.max(now.getTime(), firstDay.getTime()) + temporaryPasswordMs);
      const { firstName, lastName, external } = body;
      await insertPerson(tx, {
        id,
        firstName,
        lastName,
        pendingEmail: email,
        passwordHash,
        mustChangePassword: true,
      });
      await queries.setPasswordEnd(tx, id, passwordEnd);
      const membershipId = await insertMembership(tx, organization.id, {
        personId: id,
        username,
        role: body.role,
        permissions: granted,
        jobTitle: body.jobTitle ?? null,
        department: body.department ?? null,
        createdAt: now,
      });
      await queries.setEmployment(tx, organization.id, id, {
        initials: body.initials,
        starts_on: body.startsOn,
        site_id: body.siteId ?? null,
        ...(external
          ? {
              is_external: true,
              confidentiality_on: external.confidentialityOn,
              physician_number: external.physicianNumber && compact(external.physicianNumber),
              valid_until: await queries.instantOf(tx, `${external.validUntil}T23:59:59`, calendar.timeZone),
            }
          : {}),
      });
      await queries.insertOnboarding(tx, organization.id, {
        membershipId,
        personId: id,
        at: firstDay,
        by: caller.personId,
        now,
        items: body.template ? await readTemplateItems(tx, organization.id, body.template) : null,
      });
      const target = auditPartyOf({ personId: id, firstName, lastName });
      const entry = { ...context.auditBase(), organizationId: organization.id, target };
      if (email !== null) {
        const offer = { organizationId: organization.id, membershipId };
        await inviteMember(tx, context, offer, this.#dependencies);
      }
      tx.record({
        ...entry,
        action: "staff.onboarding_started",
        changes: {
          role: [null, body.role],
          ...(granted.length > 0 ? { permissions: [null, granted] } : {}),
          starts_on: [null, body.startsOn],
          ...(site === undefined ? {} : { site: [null, site] }),
          ...(body.department ? { department: [null, body.department] } : {}),
          ...(body.template ? { template: [null, body.template] } : {}),
          ...(external
            ? {
                external: [false, true],
                valid_until: [null, external.validUntil],
                confidentiality_on: [null, external.confidentialityOn],
              }
            : {}),
        },
      });
      if (body.template === "substitute") {
        await setZeroAiLimit(tx, organization.id, id);
        tx.record({ ...entry, action: "billing.quota_changed", changes: { limit: [null, 0] } });
      }
      const notice = { organizationId: organization.id, actorId: caller.personId, userId: id };
      await this.#dependencies.notices.queue(tx, { kind: "memberAdded", ...notice });
      return { personId: id, expiresAt: passwordEnd };
    });
    return {
      ...(await this.started(organization.db, personId)),
      temporaryPassword,
      temporaryPasswordExpiresAt: expiresAt.toISOString(),
    };
  }

  /** Returns the result of {@link start} without the password. Errors: 404. */
  async started(db: OrganizationDb, personId: string): Promise<StartedOnboarding> {
    return {
      user: await readUser(db, personId, this.#dependencies.clock.now()),
      temporaryPassword: null,
      temporaryPasswordExpiresAt: null,
      employment: await this.#employment.get(db, personId),
      startsWithoutAi: await hasZeroAiLimit(db, personId),
    };
  }

  /**
   * Checks the values and returns the name of the site. Errors: 400 for values that the organization does not allow,
   * 409 for taken initials.
   */
  async #validateInput(
    tx: WriteTransaction,
    organizationId: string,
    body: Body,
    calendar: queries.OrganizationDays,
  ) {
    const site = body.siteId ? await queries.siteName(tx, organizationId, body.siteId) : undefined;
    const issues = body.external
      ? externalFaults(body.external, { ...calendar, startsOn: body.startsOn })
      : [];
    if (body.siteId && site === undefined) issues.push({ path: "siteId", code: "invalidChoice", params: {} });
    if (issues.length > 0) throw new ProblemError("VALIDATION_FAILED", { issues });
    if (await queries.areInitialsTaken(tx, organizationId, body.initials)) {
      throw new ProblemError("ALREADY_EXISTS", {
        issues: [{ path: "initials", code: "unique", params: {} }],
      });
    }
    return site;
  }

  /**
   * Returns a free username: made from the name, or from the initials if the name has no suitable letters, with a
   * number where it is taken.
   */
  async #freeUsername(tx: WriteTransaction, organizationId: string, body: Body): Promise<string> {
    const { firstName, lastName, initials } = body;
    const start = suggestUsername(firstName, lastName) || suggestUsername(initials, "") || "person";
    const takenUsernames = await queries.usernamesLike(tx, organizationId, start);
    let username = start;
    for (let number = 2; takenUsernames.has(username); number += 1) username = `${start}_${number}`;
    return username;
  }
}
