import type { BodyOf } from "@praxisportal/contract/endpoint";
import { canonicalRole } from "@praxisportal/contract/roles";
import type { setOnboardingTemplate } from "@praxisportal/contract/staff/staff.endpoints";
import { shippedTemplate, type TemplateKey, templateKeys } from "@praxisportal/contract/staff/staff.rules";
import type { OnboardingTemplate } from "@praxisportal/contract/staff/staff.schema";
import type { OrganizationDb } from "../../platform/db/handles.ts";
import type { WriteTransaction } from "../../platform/db/write-transaction.ts";
import { ProblemError } from "../../platform/http/problem.ts";
import type { Authorized } from "../../platform/request-context/authorized.ts";
import { assertGrantable } from "../../directory/member-guards.ts";
import type { StaffDependencies } from "./staff-dependencies.ts";
import { siteName } from "./staff.queries.ts";
import { changedTemplatesIn, storeTemplateIn, type TemplateRow } from "./templates.queries.ts";

/** Manages onboarding templates, which an organization may change. */
export class TemplateService {
  readonly #dependencies: Pick<StaffDependencies, "db" | "clock">;

  constructor(dependencies: Pick<StaffDependencies, "db" | "clock">) {
    this.#dependencies = dependencies;
  }

  async list(db: OrganizationDb): Promise<{ data: OnboardingTemplate[] }> {
    const changedTemplates = await db.read((builder) => changedTemplatesIn(db.organizationId)(builder));
    return { data: templateKeys.map((key) => presentTemplate(key, changedTemplates)) };
  }

  /** Stores a template of the organization. Errors: see the endpoint. */
  async set(
    { context }: Authorized<"staff.setTemplate">,
    body: BodyOf<typeof setOnboardingTemplate>,
  ): Promise<OnboardingTemplate> {
    const { organization } = context;
    assertGrantable(context, body.role, []);
    const { key, role, department, siteId: site_id, items } = body;
    const template = { key, role, department, site_id, items };
    await this.#dependencies.db.write(async (tx) => {
      if (site_id !== null && (await siteName(tx, organization.id, site_id)) === undefined) {
        throw new ProblemError("VALIDATION_FAILED", {
          issues: [{ path: "siteId", code: "invalidChoice", params: {} }],
        });
      }
      const rows = await tx.organization(organization.id, (db) =>
        changedTemplatesIn(organization.id)(db).execute(),
      );
      const before = presentTemplate(key, rows);
      await tx.organization(organization.id, (db) =>
        storeTemplateIn(organization.id, template, this.#dependencies.clock.now())(db).execute(),
      );
      tx.record({
        ...context.auditBase(),
        organizationId: organization.id,
        action: "staff.template_changed",
        changes: {
          template: [null, key],
          role: [before.role, role],
          department: [before.department, department],
          items: [before.items.length, items.length],
        },
      });
    });
    return presentTemplate(key, [template]);
  }
}

/** Returns the checklist of a template, within the transaction of an onboarding. */
export async function readTemplateItems(tx: WriteTransaction, organizationId: string, key: TemplateKey) {
  const rows = await tx.organization(organizationId, (db) =>
    changedTemplatesIn(organizationId)(db).execute(),
  );
  return presentTemplate(key, rows).items;
}

function presentTemplate(key: TemplateKey, changed: readonly TemplateRow[]): OnboardingTemplate {
  const row = changed.find((candidate) => candidate.key === key);
  if (row === undefined) {
    const { role, items } = shippedTemplate(key);
    return {
      key,
      role,
      department: null,
      siteId: null,
      items: items.map((item) => ({ item, label: null })),
      isChanged: false,
    };
  }
  return {
    key,
    role: canonicalRole(row.role) ?? "guest",
    department: row.department,
    siteId: row.site_id,
    items: row.items,
    isChanged: true,
  };
}
