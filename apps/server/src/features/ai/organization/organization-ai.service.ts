import type { UpdateAiPolicy } from "@praxisportal/contract/ai/policy.schema";
import type { UpdateAiApproval } from "@praxisportal/contract/ai/providers.schema";
import type { ValidationCode } from "@praxisportal/contract/validation";
import type { Clock } from "../../../platform/clock/clock.ts";
import { dayIn } from "../../../platform/clock/day-in.ts";
import type { IdentityDb, OrganizationDb } from "../../../platform/db/handles.ts";
import { ProblemError } from "../../../platform/http/problem.ts";
import type { Authorized } from "../../../platform/request-context/authorized.ts";
import { assertFresh } from "../../../platform/request-context/fresh-proof.ts";
import { presentPolicy } from "../ai.presenter.ts";
import { approvedEndpoint, gatedApproval, policyOf } from "../providers/catalogue.ts";
import { type Catalogue, readCatalogue } from "../providers/catalogue.queries.ts";
import * as queries from "./organization.queries.ts";

export type OrganizationAiDependencies = {
  db: IdentityDb;
  clock: Clock;
};

const noApproval: queries.ApprovalFields = {
  approved: false,
  secrecy_agreed_on: null,
  processing_version: null,
  processing_agreed_on: null,
  models: null,
};

/** Requirements of an organization for AI providers, and its approvals. */
export class OrganizationAiService {
  readonly #dependencies: OrganizationAiDependencies;

  constructor(dependencies: OrganizationAiDependencies) {
    this.#dependencies = dependencies;
  }

  async policy(db: OrganizationDb) {
    return presentPolicy((await queries.readOrganization(db)).policy);
  }

  /** Changes the requirements for providers. Errors: 403 STEP_UP_REQUIRED, 412. */
  async updatePolicy(
    { context }: Authorized<"ai.manage">,
    body: UpdateAiPolicy,
    ifMatch: string | undefined,
  ) {
    assertFresh(context.caller, this.#dependencies.clock.now());
    const { id, db: organization } = context.organization;
    await organization.write(async (db, tx) => {
      const { name } = await queries.lockOrganization(db, id);
      const row = await queries.findPolicy(db, id);
      assertVersion(ifMatch, row?.version);
      const before = policyOf(row);
      const after = { ...before, ...withoutAbsent(body) };
      const changes = differences(before, after);
      if (Object.keys(changes).length === 0) return;
      await queries.savePolicy(db, id, {
        regions: [...after.regions],
        requires_c5: after.requiresC5,
        requires_secrecy: after.requiresSecrecy,
        requires_processing: after.requiresProcessing,
        max_retention_days: after.maxRetentionDays,
        allows_training: after.allowsTraining,
        allows_prompt_in_address: after.allowsPromptInAddress,
      });
      tx.record({
        ...context.auditBase(),
        organizationId: id,
        action: "ai.policy_changed",
        target: { type: "organization", id, display: name },
        changes,
      });
    });
    return this.policy(organization);
  }

  /**
   * Changes the approval of a provider. Errors: 400 for a future date or a model that the provider does not have, 403,
   * 404, 412.
   */
  async updateApproval(
    { context }: Authorized<"ai.manage">,
    key: string,
    body: UpdateAiApproval,
    ifMatch: string | undefined,
  ): Promise<void> {
    const now = this.#dependencies.clock.now();
    assertFresh(context.caller, now);
    const catalogue = await readCatalogue(this.#dependencies.db, now);
    const provider = catalogue.providers.find((row) => row.key === key);
    if (provider === undefined) throw new ProblemError("NOT_FOUND");
    const { id, db: organization } = context.organization;
    await organization.write(async (db, tx) => {
      const { timeZone } = await queries.lockOrganization(db, id);
      const row = await queries.findApproval(db, id, key);
      assertVersion(ifMatch, row?.version);
      assertValidApproval(body, catalogue, key, row?.models ?? [], dayIn(timeZone, now));
      const before = pickApproval(row ?? noApproval);
      // An approval for another address or region counts as none.
      if (row !== undefined) before.approved = gatedApproval(row, provider).approved;
      const after = requestedApproval(before, body);
      const changes = differences(before, after);
      const isBound = row !== undefined && (!after.approved || gatedApproval(row, provider).approved);
      if (isBound && row.approved === after.approved && Object.keys(changes).length === 0) return;
      await queries.saveApproval(db, id, key, { ...after, ...approvedEndpoint(provider) });
      tx.record({
        ...context.auditBase(),
        organizationId: id,
        action: "ai.approval_changed",
        target: { type: "provider", id: provider.id, display: provider.name },
        changes,
      });
    });
  }
}

/** Throws 412 when `If-Match` names another version. A missing row has version 0. */
function assertVersion(ifMatch: string | undefined, version = 0): void {
  if (ifMatch !== undefined && Number(ifMatch) !== version) throw new ProblemError("PRECONDITION_FAILED");
}

function withoutAbsent<Body extends object>(body: Body): { [Key in keyof Body]?: NonNullable<Body[Key]> } {
  const entries = Object.entries(body).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [Key in keyof Body]?: NonNullable<Body[Key]> };
}

function pickApproval(row: queries.ApprovalFields): queries.ApprovalFields {
  const { approved, secrecy_agreed_on, processing_version, processing_agreed_on, models } = row;
  return { approved, secrecy_agreed_on, processing_version, processing_agreed_on, models };
}

function requestedApproval(before: queries.ApprovalFields, body: UpdateAiApproval): queries.ApprovalFields {
  const { approved, professionalSecrecyAgreedOn: secrecy, processingAgreement: agreement, models } = body;
  return {
    approved,
    secrecy_agreed_on: secrecy === undefined ? before.secrecy_agreed_on : secrecy,
    processing_version: agreement === undefined ? before.processing_version : (agreement?.version ?? null),
    processing_agreed_on: agreement === undefined ? before.processing_agreed_on : (agreement?.date ?? null),
    models: models === undefined ? before.models : models && [...new Set(models)],
  };
}

/**
 * Throws 400 for a future date or an unknown model. A model that was approved and has since been removed may stay in
 * the list.
 */
function assertValidApproval(
  body: UpdateAiApproval,
  catalogue: Catalogue,
  provider: string,
  approved: readonly string[],
  today: string,
): void {
  const knownModels = new Set([
    ...approved,
    ...catalogue.models.filter((row) => row.provider_key === provider).map(({ model }) => model),
  ]);
  const days: readonly (readonly [string, string | null | undefined])[] = [
    ["professionalSecrecyAgreedOn", body.professionalSecrecyAgreedOn],
    ["processingAgreement.date", body.processingAgreement?.date],
  ];
  const faults: (readonly [string, ValidationCode])[] = [
    ...days.filter(([, day]) => day && day > today).map(([path]) => [path, "date"] as const),
    ...(body.models ?? []).flatMap((model, index) =>
      knownModels.has(model) ? [] : [[`models.${index}`, "invalidChoice"] as const],
    ),
  ];
  if (faults.length === 0) return;
  throw new ProblemError("VALIDATION_FAILED", {
    issues: faults.map(([path, code]) => ({ path, code, params: {} })),
  });
}

function differences<Fields extends object>(
  before: Fields,
  after: Fields,
): Record<string, readonly [unknown, unknown]> {
  return Object.fromEntries(
    (Object.keys(after) as (keyof Fields & string)[])
      .filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
      .map((field) => [field, [before[field], after[field]] as const]),
  );
}
