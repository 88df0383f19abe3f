import type { BodyOf } from "@praxisportal/contract/endpoint";
import type { setChecklistItem, updateEmployment } from "@praxisportal/contract/staff/staff.endpoints";
import type { Employment, StaffRecord } from "@praxisportal/contract/staff/staff.schema";
import type { OrganizationDb } from "../../platform/db/handles.ts";
import type { WriteTransaction } from "../../platform/db/write-transaction.ts";
import { ProblemError } from "../../platform/http/problem.ts";
import type { Authorized } from "../../platform/request-context/authorized.ts";
import type { MemberForChange } from "../../directory/members.queries.ts";
import * as records from "./records.queries.ts";
import { compact, externalFaults } from "./staff.policy.ts";
import { checklistOf, presentEmployment, presentRecord } from "./staff.presenter.ts";
import type { StaffDependencies } from "./staff-dependencies.ts";
import * as queries from "./staff.queries.ts";
import {
  assertNoFault,
  assertNotLastAdministrator,
  auditPartyOf,
  lockForChange,
} from "../../directory/member-guards.ts";
import { membershipFault } from "../../directory/authority.ts";
import { membershipStateChange } from "../../directory/membership-state.ts";
import { takeSeat } from "../../directory/seats.queries.ts";

type Body = BodyOf<typeof updateEmployment>;
type Value = string | boolean | null | undefined;
type Changes = Record<string, readonly [Value, Value]>;

/**
 * Manages employment data of people in an organization: initials, site, the data of external people, and checklists.
 */
export class EmploymentService {
  readonly #dependencies: StaffDependencies;

  constructor(dependencies: StaffDependencies) {
    this.#dependencies = dependencies;
  }

  /** Returns the employment data of a person. Errors: 404. */
  async get(db: OrganizationDb, personId: string): Promise<Employment> {
    const row = await queries.readEmployment(db, personId, this.#dependencies.clock.now());
    if (row === undefined) throw new ProblemError("NOT_FOUND");
    return presentEmployment(row, await records.readRecords(db, personId));
  }

  /** Changes employment data. Errors: see the endpoint. */
  async update(
    { context }: Authorized<"staff.updateEmployment">,
    personId: string,
    body: Body,
  ): Promise<Employment> {
    const { organization } = context;
    const { clock } = this.#dependencies;
    const now = clock.now();
    const before = await this.get(organization.db, personId);
    await this.#dependencies.db.write(async (tx) => {
      const { member, authority } = await lockForChange(tx, context, personId, undefined);
      assertNoFault(membershipFault(authority));
      const calendar = await queries.readOrganizationDays(tx, organization.id, now);
      const fields = await this.#fields(tx, organization.id, member, body, before, calendar);
      const changes = await this.#changes(tx, organization.id, fields, before, body);
      if (Object.keys(changes).length === 0) return;
      if (fields.valid_until !== undefined) {
        await this.#assertEnd(tx, organization.id, member, fields.valid_until, now);
      }
      await queries.setEmployment(tx, organization.id, personId, fields);
      const { extended, others } = splitChanges(changes, before);
      for (const [action, recorded] of [
        ["staff.employment_changed", others],
        ["staff.access_extended", extended],
      ] as const) {
        if (Object.keys(recorded).length === 0) continue;
        tx.record({
          ...context.auditBase(),
          organizationId: organization.id,
          action,
          target: auditPartyOf(member),
          changes: recorded,
        });
      }
    });
    return this.get(organization.db, personId);
  }

  /** Checks or unchecks an item of an onboarding or offboarding. Errors: see the endpoint. */
  async setChecklistItem(
    { context }: Authorized<"staff.setChecklistItem">,
    personId: string,
    { recordId, item, done }: BodyOf<typeof setChecklistItem>,
  ): Promise<StaffRecord> {
    const { organization, caller } = context;
    await this.#dependencies.db.write(async (tx) => {
      const { member, authority } = await lockForChange(tx, context, personId, undefined);
      assertNoFault(membershipFault(authority));
      const record = await records.lockRecord(tx, organization.id, personId, recordId);
      if (record === undefined || record.state === "cancelled") throw new ProblemError("CONFLICT");
      if (!checklistOf(record.kind, record.items).some((row) => row.item === item)) {
        throw new ProblemError("CONFLICT");
      }
      const at = this.#dependencies.clock.now();
      const check = { recordId, item, done, by: caller.personId, at };
      if (!(await records.setCheck(tx, organization.id, check))) return;
      await records.storeCompletion(tx, organization.id, recordId, at);
      tx.record({
        ...context.auditBase(),
        organizationId: organization.id,
        action: done ? "staff.checklist_item_checked" : "staff.checklist_item_unchecked",
        target: auditPartyOf(member),
        changes: { item: [null, `${record.kind}.${item}`] },
      });
    });
    return this.record(organization.db, personId, recordId);
  }

  /** Returns an onboarding or offboarding. Errors: 404. */
  async record(db: OrganizationDb, personId: string, recordId: string): Promise<StaffRecord> {
    const [row] = await records.readRecords(db, personId, recordId);
    if (row === undefined) throw new ProblemError("NOT_FOUND");
    return presentRecord(row);
  }

  /** Returns the fields to be set. Errors: 400, 409 ALREADY_EXISTS. */
  async #fields(
    tx: WriteTransaction,
    organizationId: string,
    member: MemberForChange,
    body: Body,
    before: Employment,
    calendar: queries.OrganizationDays,
  ): Promise<queries.EmploymentFields> {
    const { external, initials } = body;
    const startsOn = body.startsOn === undefined ? before.startsOn : body.startsOn;
    const issues =
      external && !isSame(external, before) ? externalFaults(external, { ...calendar, startsOn }) : [];
    const isKnown = !body.siteId || (await queries.siteName(tx, organizationId, body.siteId)) !== undefined;
    if (!isKnown) issues.push({ path: "siteId", code: "invalidChoice", params: {} });
    if (issues.length > 0) throw new ProblemError("VALIDATION_FAILED", { issues });
    if (initials && (await queries.areInitialsTaken(tx, organizationId, initials, member.personId))) {
      throw new ProblemError("ALREADY_EXISTS", {
        issues: [{ path: "initials", code: "unique", params: {} }],
      });
    }
    return {
      ...(initials === undefined ? {} : { initials }),
      ...(body.startsOn === undefined ? {} : { starts_on: body.startsOn }),
      ...(body.siteId === undefined ? {} : { site_id: body.siteId }),
      ...(external
        ? {
            is_external: true,
            confidentiality_on: external.confidentialityOn,
            physician_number: external.physicianNumber && compact(external.physicianNumber),
            ...(external.validUntil === before.lastDay
              ? {}
              : {
                  valid_until: await queries.instantOf(
                    tx,
                    `${external.validUntil}T23:59:59`,
                    calendar.timeZone,
                  ),
                }),
          }
        : {}),
      ...(external === null && before.isExternal
        ? { is_external: false, confidentiality_on: null, physician_number: null, valid_until: null }
        : {}),
    };
  }

  /** Returns the changes for the audit log, only where values differ. */
  async #changes(
    tx: WriteTransaction,
    organizationId: string,
    fields: queries.EmploymentFields,
    before: Employment,
    body: Body,
  ): Promise<Changes> {
    const site = body.siteId ? await queries.siteName(tx, organizationId, body.siteId) : null;
    const changes: Changes = {
      ...(fields.initials === undefined ? {} : { initials: [before.initials, fields.initials] }),
      ...(fields.starts_on === undefined ? {} : { starts_on: [before.startsOn, fields.starts_on] }),
      ...(fields.site_id === undefined ? {} : { site: [before.site?.name ?? null, site] }),
      ...(fields.is_external === undefined ? {} : { external: [before.isExternal, fields.is_external] }),
      ...(fields.confidentiality_on === undefined
        ? {}
        : { confidentiality_on: [before.confidentialityOn, fields.confidentiality_on] }),
      ...(fields.physician_number === undefined
        ? {}
        : { physician_number: [before.physicianNumber, fields.physician_number] }),
      ...(fields.valid_until === undefined
        ? {}
        : { valid_until: [before.lastDay, body.external?.validUntil ?? null] }),
    };
    return Object.fromEntries(Object.entries(changes).filter(([, [old, now]]) => old !== now));
  }

  /** Checks a new end date, which may need a seat or remove the last administrator. */
  async #assertEnd(
    tx: WriteTransaction,
    organizationId: string,
    member: MemberForChange,
    validUntil: Date | null,
    now: Date,
  ): Promise<void> {
    const { needsSeat, endsAccess } = membershipStateChange(
      member,
      { status: member.status, validUntil },
      now,
    );
    if (needsSeat) await takeSeat(tx, organizationId, member.membershipId);
    if (endsAccess) await assertNotLastAdministrator(tx, organizationId, member, now);
  }
}

function isSame(external: NonNullable<Body["external"]>, before: Employment): boolean {
  return (
    before.isExternal &&
    external.validUntil === before.lastDay &&
    external.confidentialityOn === before.confidentialityOn &&
    (external.physicianNumber && compact(external.physicianNumber)) === before.physicianNumber
  );
}

/** Separates the change that extends the access of an external person: auditors look for its own audit entry. */
function splitChanges(changes: Changes, before: Employment): { extended: Changes; others: Changes } {
  const { valid_until: end, ...others } = changes;
  const isLater = before.isExternal && end !== undefined && String(end[1] ?? "9999") > String(end[0] ?? "");
  if (end === undefined || !isLater) return { extended: {}, others: changes };
  return { extended: { valid_until: end }, others };
}
