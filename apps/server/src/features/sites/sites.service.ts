import type { BodyOf } from "@praxisportal/contract/endpoint";
import { uuidV7 } from "@praxisportal/contract/identifiers";
import { sitesMax } from "@praxisportal/contract/limits";
import { type Country, siteNumberKindsOf } from "@praxisportal/contract/sites/site-number.rules";
import type { createSite, updateSite } from "@praxisportal/contract/sites/sites.endpoints";
import type { Site } from "@praxisportal/contract/sites/sites.schema";
import type { ValidationCode } from "@praxisportal/contract/validation";
import type { AuditDraft } from "../../platform/audit/audit-record.ts";
import type { OrganizationDb } from "../../platform/db/handles.ts";
import { ProblemError } from "../../platform/http/problem.ts";
import { saveIdempotencyKey } from "../../platform/idempotency/idempotency.queries.ts";
import type { Authorized } from "../../platform/request-context/authorized.ts";
import type { RequestContext } from "../../platform/request-context/request-context.ts";
import { presentSite, presentSiteMember } from "./sites.presenter.ts";
import * as queries from "./sites.queries.ts";

type Body = BodyOf<typeof createSite> | BodyOf<typeof updateSite>;

/** Manages the sites of an organization and the people assigned to them. */
export class SiteService {
  /** Returns all sites of an organization, by name. */
  async list(db: OrganizationDb) {
    return { data: (await queries.listSites(db)).map(presentSite) };
  }

  /** Returns the people assigned to a site. Errors: 404. */
  async members(db: OrganizationDb, id: string) {
    await this.get(db, id);
    return { data: (await queries.listSiteMembers(db, id)).map(presentSiteMember) };
  }

  /**
   * Creates a site. Errors: 400 for a number of another country, 409 ALREADY_EXISTS for a taken name or number,
   * CONFLICT for too many sites.
   */
  async create({ context }: Authorized<"sites.manage">, body: BodyOf<typeof createSite>): Promise<Site> {
    const { organization } = context;
    const id = uuidV7();
    await organization.db.write(async (db, tx) => {
      await saveIdempotencyKey(tx, context.repeatable, id);
      const { country, sites } = await queries.lockSites(db, organization.id);
      if (sites.length >= sitesMax) throw new ProblemError("CONFLICT");
      const site = requestedSite(body, emptySite);
      assertNumberKind(body, country as Country);
      assertUnique(sites, site);
      await queries.insertSite(db, organization.id, id, site);
      tx.record({
        ...context.auditBase(),
        organizationId: organization.id,
        action: "site.created",
        target: { type: "site", id, display: site.name },
        changes: differences(emptySite, site),
      });
    });
    return this.get(organization.db, id);
  }

  /** Changes a site. Errors: 404, 412, and as {@link create}. */
  async update(
    { context }: Authorized<"sites.manage">,
    id: string,
    body: BodyOf<typeof updateSite>,
    ifMatch: string | undefined,
  ): Promise<Site> {
    const { organization } = context;
    await organization.db.write(async (db, tx) => {
      const { country, sites } = await queries.lockSites(db, organization.id);
      const existing = find(sites, id, ifMatch);
      const site = requestedSite(body, existing);
      const changes = differences(existing, site);
      if (Object.keys(changes).length === 0) return;
      assertNumberKind(body, country as Country);
      assertUnique(
        sites.filter((other) => other.id !== id),
        site,
      );
      await queries.updateSite(db, organization.id, id, site);
      tx.record({
        ...context.auditBase(),
        organizationId: organization.id,
        action: "site.updated",
        target: { type: "site", id, display: site.name },
        changes,
      });
    });
    return this.get(organization.db, id);
  }

  /** Deletes a site and unassigns its people. Errors: 404, 412. */
  async remove(
    { context }: Authorized<"sites.manage">,
    id: string,
    ifMatch: string | undefined,
  ): Promise<void> {
    const { organization } = context;
    await organization.db.write(async (db, tx) => {
      const { sites } = await queries.lockSites(db, organization.id);
      const site = find(sites, id, ifMatch);
      await queries.deleteSite(db, organization.id, id);
      tx.record({
        ...context.auditBase(),
        organizationId: organization.id,
        action: "site.deleted",
        target: { type: "site", id, display: site.name },
        changes: differences(site, emptySite),
      });
    });
  }

  /**
   * Assigns people to a site, all or none of them. Errors: 404 for a site or person that is not of this organization.
   */
  async assign({ context }: Authorized<"sites.assign">, id: string, userIds: readonly string[]) {
    await this.#move(context, id, [...new Set(userIds)], id);
    return this.members(context.organization.db, id);
  }

  /** Unassigns a person from a site, if assigned. Errors: 404 for a site or person that is not of this organization. */
  async unassign({ context }: Authorized<"sites.assign">, id: string, userId: string): Promise<void> {
    await this.#move(context, id, [userId], null);
  }

  async #move(
    context: RequestContext,
    siteId: string,
    userIds: readonly string[],
    to: string | null,
  ): Promise<void> {
    const { organization } = context;
    await organization.db.write(async (db, tx) => {
      const { sites } = await queries.lockSites(db, organization.id);
      find(sites, siteId, undefined);
      const members = await queries.lockMembers(db, organization.id, userIds);
      if (members.length < userIds.length) throw new ProblemError("NOT_FOUND");
      const moving = members.filter((member) =>
        to === null ? member.site_id === siteId : member.site_id !== to,
      );
      if (moving.length === 0) return;
      const ids = moving.map((member) => member.person_id);
      await queries.assignMembers(db, organization.id, ids, to);
      const nameOf = (site: string | null) => sites.find((row) => row.id === site)?.name ?? null;
      for (const member of moving) {
        tx.record({
          ...context.auditBase(),
          organizationId: organization.id,
          action: "user.site_changed",
          target: {
            type: "user",
            id: member.person_id,
            display: `${member.first_name} ${member.last_name}`.trim(),
          },
          changes: { site: [nameOf(member.site_id), nameOf(to)] },
          ids: { siteId },
        });
      }
    });
  }

  /** Returns a site. Errors: 404. */
  async get(db: OrganizationDb, id: string): Promise<Site> {
    const [row] = await queries.listSites(db, id);
    if (row === undefined) throw new ProblemError("NOT_FOUND");
    return presentSite(row);
  }
}

const emptySite = { name: "", address: null, number_kind: null, number_value: null };

function requestedSite(body: Body, old: queries.SiteFields): queries.SiteFields {
  const { number } = body;
  return {
    name: body.name ?? old.name,
    address: body.address === undefined ? old.address : body.address || null,
    number_kind: number === undefined ? old.number_kind : (number?.kind ?? null),
    number_value: number === undefined ? old.number_value : (number?.value ?? null),
  };
}

function find<Row extends { id: string; version: number }>(
  sites: readonly Row[],
  id: string,
  ifMatch: string | undefined,
): Row {
  const match = sites.find((site) => site.id === id);
  if (match === undefined) throw new ProblemError("NOT_FOUND");
  if (ifMatch !== undefined && Number(ifMatch) !== match.version)
    throw new ProblemError("PRECONDITION_FAILED");
  return match;
}

function assertNumberKind({ number }: Body, country: Country): void {
  if (!number || siteNumberKindsOf(country).includes(number.kind)) return;
  throw new ProblemError("VALIDATION_FAILED", { issues: [issue("number.kind", "invalidChoice")] });
}

function assertUnique(others: readonly queries.SiteFields[], site: queries.SiteFields): void {
  const isNameTaken = others.some((other) => other.name === site.name);
  const isNumberTaken = others.some(
    (other) =>
      site.number_value !== null &&
      other.number_kind === site.number_kind &&
      other.number_value === site.number_value,
  );
  const paths = [...(isNameTaken ? ["name"] : []), ...(isNumberTaken ? ["number.value"] : [])];
  if (paths.length > 0) {
    throw new ProblemError("ALREADY_EXISTS", { issues: paths.map((path) => issue(path, "unique")) });
  }
}

function issue(path: string, code: ValidationCode) {
  return { path, code, params: {} };
}

function differences(
  before: queries.SiteFields,
  after: queries.SiteFields,
): NonNullable<AuditDraft["changes"]> {
  const fields = ["name", "address", "number_kind", "number_value"] as const;
  return Object.fromEntries(
    fields
      .filter((field) => before[field] !== after[field])
      .map((field) => [field, [before[field] || null, after[field] || null]] as const),
  );
}
