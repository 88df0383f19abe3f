import { operationHistoryEntries, recentActivityEntries } from "@praxisportal/contract/limits";
import type {
  OrganizationUsageQuery,
  SeatHolderQuery,
} from "@praxisportal/contract/organizations/organization-changes.schema";
import type {
  OperationListQuery,
  OrganizationListQuery,
  OrganizationStatistics,
  OrganizationStatisticsQuery,
  UserStatistics,
} from "@praxisportal/contract/organizations/organizations.schema";
import { paginationFor } from "@praxisportal/contract/pagination";
import { hasPermission, type Principal } from "@praxisportal/contract/permissions";
import { canViewSecurity } from "@praxisportal/contract/users/users.rules";
import type { RawBuilder, SqlBool } from "kysely";
import { readPlans } from "../../directory/plan-catalogue.queries.ts";
import { readHistory } from "../../platform/audit/audit-history.queries.ts";
import { paginationOf, readCursor } from "../../platform/audit/history-cursor.ts";
import type { Clock } from "../../platform/clock/clock.ts";
import type { IdentityDb, OrganizationDb } from "../../platform/db/handles.ts";
import type { PlatformDb } from "../../platform/db/platform-db.ts";
import { ProblemError } from "../../platform/http/problem.ts";
import type { Caller } from "../../platform/request-context/caller.ts";
import { principalOf, type RequestOrganization } from "../../platform/request-context/request-context.ts";
import type { Staff } from "../staff/create-staff.ts";
import { activityActions, operationActions } from "./history.policy.ts";
import { presentActivity, presentOperation } from "./history.presenter.ts";
import {
  presentLicenses,
  presentListed,
  presentOrganization,
  presentSecurityScore,
} from "./organizations.presenter.ts";
import { countSeats } from "./organization-changes.queries.ts";
import { presentUsage, rangeOf, type UsageReads } from "./organization-usage.ts";
import { findListed, listAllOrganizations } from "./organizations.platform-queries.ts";
import { readFirstSteps } from "./first-steps.queries.ts";
import { mayManageOrganization } from "./organizations.policy.ts";
import * as queries from "./organizations.queries.ts";
import { presentSeatHolders, readHolderCursor } from "./seat-holders.presenter.ts";
import { readSeatHolders } from "./seat-holders.queries.ts";
import { readTransferStates } from "./transfer-state.queries.ts";
import { presentUptime } from "./uptime.ts";

type Dependencies = {
  db: IdentityDb;
  platformDb: PlatformDb;
  clock: Clock;
  usageReads: UsageReads;
  readStaffBoard: Staff["readBoard"];
};

/** Entries of the staff board on the dashboard. */
const staffBoardEntries = 3;

/** Reads organizations and their figures. */
export class OrganizationService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Lists the organizations visible to a caller: all for the operator, else those that their permissions let them read.
   */
  async list(caller: Caller, query: OrganizationListQuery) {
    if (caller.platformRole === "super_admin") {
      const { rows, total } = await listAllOrganizations(this.#dependencies.platformDb, query);
      return { data: rows.map(presentListed), pagination: paginationFor(query, total) };
    }
    const readable = caller.memberships.filter((membership) =>
      hasPermission(principalOf(caller, membership), "organizations:read"),
    );
    const visibleOrganizations = await findListed(
      this.#dependencies.platformDb,
      readable.map(({ organizationId }) => organizationId),
    );
    const search = query.search?.toLowerCase() ?? "";
    const rows = visibleOrganizations
      .map(presentListed)
      .filter((row) => row.name.toLowerCase().includes(search))
      .filter((row) => query.status === undefined || row.status === query.status)
      .filter((row) => query.plan === undefined || row.plan === query.plan)
      .toSorted(comparatorOf(query));
    const start = (query.page - 1) * query.limit;
    return { data: rows.slice(start, start + query.limit), pagination: paginationFor(query, rows.length) };
  }

  /** Returns one organization. Errors: 404. */
  async get(db: OrganizationDb) {
    return presentOrganization(await this.#find(db));
  }

  /** Returns the seats of an organization. Errors: 404. */
  async licenses(db: OrganizationDb) {
    const [row, seatsInUse, catalogue] = await Promise.all([
      this.#find(db),
      countSeats(db),
      readPlans(this.#dependencies.db),
    ]);
    return presentLicenses(row, seatsInUse, catalogue);
  }

  /**
   * Returns the seat holders, ordered by name. For callers who may not see other members' security details, locked and
   * blocked people count as active. Errors: 400 for an unknown cursor.
   */
  async seatHolders(db: OrganizationDb, principal: Principal, query: SeatHolderQuery) {
    const cursor = readHolderCursor(query.cursor);
    const [rows, { active, pending }] = await Promise.all([
      readSeatHolders(db, query.limit + 1, {
        cursor,
        now: this.#dependencies.clock.now(),
        withSecurity: canViewSecurity(principal),
      }),
      countSeats(db),
    ]);
    return presentSeatHolders(rows, { limit: query.limit, cursor, total: active + pending });
  }

  /** Returns the daily AI usage. Errors: 404. */
  async usage(db: OrganizationDb, query: OrganizationUsageQuery) {
    const { id, timezone, currency } = presentOrganization(await this.#find(db));
    const range = rangeOf(query, timezone, this.#dependencies.clock.now());
    return presentUsage(
      { id, timezone, currency },
      range,
      await this.#dependencies.usageReads.days(db, range, currency),
    );
  }

  async #find(db: OrganizationDb) {
    const row = await queries.findOrganization(db);
    if (row === undefined) throw new ProblemError("NOT_FOUND");
    return row;
  }

  /**
   * Returns the numbers of people, or of those who match `listed`, by state, role and department. For callers who may
   * not see other members' security details, locked and blocked people count as active. Errors: 404.
   */
  async userStatistics(
    db: OrganizationDb,
    principal: Principal,
    listed?: RawBuilder<SqlBool>,
  ): Promise<UserStatistics> {
    const result = await queries.countMembers(db, this.#dependencies.clock.now(), listed);
    if (result === undefined) throw new ProblemError("NOT_FOUND");
    const { maxUsers, counted, byRole, byDepartment } = result;
    const { active, locked, blocked } = counted;
    return {
      totalUsers: counted.total,
      pendingUsers: counted.pending,
      ...(canViewSecurity(principal)
        ? { activeUsers: active, lockedUsers: locked, blockedUsers: blocked }
        : { activeUsers: active + locked + blocked }),
      deactivatedUsers: counted.deactivated,
      seatsTaken: counted.seats,
      maxUsers,
      byRole: Object.fromEntries(byRole),
      departments: [...byDepartment].map(([name, count]) => ({ name, count })),
    };
  }

  /** Returns the operations on people of an organization; the newest 100 entries. Errors: 400 for an unknown cursor. */
  async operations({ db, ...organization }: RequestOrganization, { limit, cursor }: OperationListQuery) {
    const entries = await readHistory(db, {
      actions: operationActions,
      outcomes: ["success"],
      keeps: operationHistoryEntries,
      limit,
      cursor: readCursor(cursor),
    });
    const transferEntries = entries.filter((entry) => entry.action === "user.transferred");
    const transfers = await readTransferStates(
      db,
      transferEntries.map((entry) => entry.target_id).filter((id) => id !== null),
    );
    const bySeq = new Map(transfers.map((transfer) => [transfer.seq, transfer]));
    const now = this.#dependencies.clock.now();
    return {
      data: entries.map((entry) =>
        presentOperation(entry, { organization, now, transfer: bySeq.get(entry.seq) }),
      ),
      pagination: paginationOf(limit, entries),
    };
  }

  /**
   * Returns the figures of the dashboard. Token usage is null until the AI was first used, and the security score is
   * the default without a check date until the first check. Figures that name people are only for callers who manage
   * them. Errors: 404.
   */
  async statistics(
    db: OrganizationDb,
    principal: Principal,
    { staffBoard }: OrganizationStatisticsQuery,
  ): Promise<OrganizationStatistics> {
    const managesPeople = hasPermission(principal, "users:write");
    const now = this.#dependencies.clock.now();
    const [row, activity, recent, monthlyTokens, firstSteps, board] = await Promise.all([
      this.#find(db),
      queries.readActivity(db, now),
      managesPeople ? this.#recentActivity(db) : null,
      this.#dependencies.usageReads.monthTokens(db, now),
      mayManageOrganization(principal) ? readFirstSteps(db, principal, now) : null,
      staffBoard && managesPeople
        ? this.#dependencies.readStaffBoard(db, { page: 1, limit: staffBoardEntries })
        : undefined,
    ]);
    const organization = presentOrganization(row);
    return {
      userCount: organization.userCount,
      departmentCount: organization.departmentCount,
      licenseCount: organization.licenseCount,
      monthlyTokens,
      securityScore: presentSecurityScore(row, managesPeople),
      recentActivity: recent,
      firstSteps,
      uptime: presentUptime(activity.uptime, now),
      signIns: (canViewSecurity(principal) ? activity.signIns : []).map(({ day, succeeded, failed }) => ({
        day,
        succeeded: Number(succeeded),
        failed: Number(failed),
      })),
      ...(board && { staffBoard: board }),
    };
  }

  async #recentActivity(db: OrganizationDb) {
    const entries = await readHistory(db, {
      actions: activityActions,
      outcomes: ["success", "denied", "failed"],
      keeps: recentActivityEntries,
      limit: recentActivityEntries,
      cursor: undefined,
    });
    const namedIds = entries
      .flatMap((entry) => [entry.actor_id, entry.target_id])
      .filter((id) => id !== null);
    const members = new Set(await queries.membersAmong(db, namedIds));
    return entries.map((entry) => presentActivity(entry, members));
  }
}

type Listed = ReturnType<typeof presentListed>;

function comparatorOf(query: OrganizationListQuery): (left: Listed, right: Listed) => number {
  const sign = query.sortOrder === "desc" ? -1 : 1;
  const collator = new Intl.Collator("de");
  return (left, right) => {
    const [a, b] = [left[query.sortBy], right[query.sortBy]];
    const order =
      typeof a === "number" && typeof b === "number" ? a - b : collator.compare(String(a), String(b));
    return sign * order || collator.compare(left.id, right.id);
  };
}
