import { paginationFor } from "@praxisportal/contract/pagination";
import type { Tenant, TenantListQuery } from "@praxisportal/contract/tenants/tenant.schema";
import type { TenantStatistics } from "@praxisportal/contract/tenants/tenants.schema";
import type { Clock } from "../../platform/clock/clock.ts";
import type { OrganizationDb } from "../../platform/db/handles.ts";
import type { ReportDb } from "../../platform/db/reports/report-db.ts";
import { ProblemError } from "../../platform/http/problem.ts";
import { listTenants } from "./tenant-list.platform-queries.ts";
import { presentTenant } from "./tenant.presenter.ts";
import { countTenants } from "./tenants.platform-queries.ts";
import { presentTotals } from "./tenants.presenter.ts";
import { findTenant } from "./tenants.queries.ts";

type Dependencies = { reports: ReportDb; clock: Clock };

/** Reads organizations as customers of the operator. */
export class TenantService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  async statistics(): Promise<TenantStatistics> {
    return presentTotals(await this.#dependencies.reports.platform(countTenants));
  }

  async list(query: TenantListQuery) {
    const now = this.#dependencies.clock.now();
    const { rows, total } = await this.#dependencies.reports.platform((db) => listTenants(db, query, now));
    return { data: rows.map((row) => presentTenant(row, now)), pagination: paginationFor(query, total) };
  }

  /** Returns a tenant. Errors: 404 for an archived organization. */
  async get(db: OrganizationDb): Promise<Tenant> {
    const now = this.#dependencies.clock.now();
    const row = await findTenant(db, now);
    if (row === undefined) throw new ProblemError("NOT_FOUND");
    return presentTenant(row, now);
  }
}
