import type { UserUsage } from "@praxisportal/contract/users/transfer.schema";
import type { OrganizationDb } from "../../platform/db/handles.ts";
import { findCurrency } from "./user-usage.queries.ts";

/** What a person used in a practice. */
export class UserUsageService {
  /** No call of the AI is booked by this portal yet, so every figure is the true one: zero. */
  async read(db: OrganizationDb, userId: string, period: UserUsage["period"]): Promise<UserUsage> {
    return {
      userId,
      organizationId: db.organizationId,
      period,
      currency: await findCurrency(db),
      totals: { requests: 0, inputTokens: 0, outputTokens: 0, costMicros: 0 },
    };
  }
}
