import type { BodyOf } from "@praxisportal/contract/endpoint";
import type { updateMe } from "@praxisportal/contract/users/users.endpoints";
import type { Me } from "@praxisportal/contract/users/users.schema";
import { platformChainId } from "../../platform/audit/audit-record.ts";
import type { Clock } from "../../platform/clock/clock.ts";
import type { IdentityDb, OrganizationDb } from "../../platform/db/handles.ts";
import { ProblemError } from "../../platform/http/problem.ts";
import type { Authorized } from "../../platform/request-context/authorized.ts";
import { lockPerson } from "../../directory/people.queries.ts";
import { assertValidNames } from "./edit/user-changes.ts";
import * as queries from "./users.queries.ts";
import { readMe } from "../../directory/read-user.ts";

/** Display settings, which affect only the user. */
const unauditedFields: ReadonlySet<keyof queries.PersonChanges> = new Set(["is_dark_mode", "language"]);

/** Reads the signed-in person and changes their own data. */
export class UserService {
  readonly #db: IdentityDb;
  readonly #clock: Clock;

  constructor(db: IdentityDb, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  /** Returns the data of a person for themselves, as a member of the organization or as a platform account. */
  async me(personId: string, organizationDb: OrganizationDb | undefined): Promise<Me> {
    return readMe(this.#db, personId, organizationDb, this.#clock.now());
  }

  /**
   * Changes the caller's own names, phone and settings. Names and phone are audited without values. Settings are not
   * audited, so that switching them back and forth leaves no permanent entries. Errors: 412 with the current `version`
   * if `If-Match` names another one.
   */
  async updateMe(
    { context }: Authorized<"users.updateMe">,
    body: BodyOf<typeof updateMe>,
    ifMatch: string | undefined,
  ): Promise<Me> {
    const { caller } = context;
    const changes: queries.PersonChanges = {
      ...(body.personalInfo?.firstName === undefined ? {} : { first_name: body.personalInfo.firstName }),
      ...(body.personalInfo?.lastName === undefined ? {} : { last_name: body.personalInfo.lastName }),
      ...(body.phone === undefined ? {} : { phone: body.phone }),
      ...(body.settings?.isDarkMode === undefined ? {} : { is_dark_mode: body.settings.isDarkMode }),
      ...(body.settings?.language === undefined ? {} : { language: body.settings.language }),
    };
    const organizationIds = caller.memberships.map((membership) => membership.organizationId);
    await this.#db.write(async (tx) => {
      if (body.personalInfo !== undefined) {
        const present = await lockPerson(tx, caller.personId);
        assertValidNames({
          first_name: changes.first_name === present.first_name ? undefined : changes.first_name,
          last_name: changes.last_name === present.last_name ? undefined : changes.last_name,
        });
      }
      const expected = {
        version: ifMatch === undefined ? undefined : Number(ifMatch),
        organizationId: context.organizationIfAny?.id,
      };
      const outcome = await queries.updatePerson(tx, caller.personId, changes, expected);
      if ("version" in outcome) throw new ProblemError("PRECONDITION_FAILED", { members: outcome });
      const { changed } = outcome;
      const audited = changed.filter((field) => !unauditedFields.has(field));
      // The identity belongs to the person, so their organizations and the platform learn of a change but not the
      // values.
      for (const organizationId of audited.length === 0 ? [] : [...organizationIds, platformChainId]) {
        tx.record({
          ...context.auditBase(),
          organizationId,
          action: "user.profile_updated",
          target: { type: "user", id: caller.personId },
          changes: Object.fromEntries(audited.map((field) => [field, ["•", "•"]])),
        });
      }
      for (const organizationId of changed.length > audited.length ? organizationIds : []) {
        tx.record({ event: "user.settings_changed", organizationId, personId: caller.personId });
      }
    });
    return this.me(caller.personId, context.organizationIfAny?.db);
  }
}
