import type { TenantOverview } from "@praxisportal/contract/tenants/tenants.schema";
import type { Clock } from "../../platform/clock/clock.ts";
import type { PlatformDb } from "../../platform/db/platform-db.ts";
import type { Authorized } from "../../platform/request-context/authorized.ts";
import type { ReportDb } from "../../platform/db/reports/report-db.ts";
import type { RequestContext } from "../../platform/request-context/request-context.ts";
import * as queries from "./overview.platform-queries.ts";
import * as present from "./overview.presenter.ts";
import { mayOperateTenants } from "./tenants.policy.ts";

/** Reads key figures of the platform's state. */
export class OverviewService {
  readonly #reports: ReportDb;
  readonly #clock: Clock;

  constructor(reports: ReportDb, clock: Clock) {
    this.#reports = reports;
    this.#clock = clock;
  }

  /** Reads all figures. Those of organizations and members are for the operator only. */
  read({ context }: Authorized<"tenants.overview">): Promise<TenantOverview> {
    return this.#reports.platform((db) => this.#read(db, context));
  }

  async #read(db: PlatformDb, context: RequestContext): Promise<TenantOverview> {
    const now = this.#clock.now();
    const runsOrganizations = mayOperateTenants(context.principal);
    const [organizations, people, hours, days, events, outbox, jobs] = await Promise.all([
      runsOrganizations ? queries.countOrganizations(db) : null,
      runsOrganizations ? queries.countPeople(db, now) : null,
      queries.refusedByHour(db),
      queries.refusedByDay(db),
      queries.countSecurityEvents(db),
      queries.countOutbox(db),
      queries.readJobs(db),
    ]);
    return {
      readAt: now.toISOString(),
      organizations: organizations && present.presentOrganizations(organizations),
      people: people && present.presentPeople(people),
      refusedSignIns: present.presentRefused(hours, days),
      securityEvents: present.presentSecurityEvents(events),
      outbox: present.presentOutbox(outbox),
      jobs: present.presentJobs(jobs),
    };
  }
}
