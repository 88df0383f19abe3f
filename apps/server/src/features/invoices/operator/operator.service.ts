import type {
  ChangeOperatorProfile,
  OperatorProfile,
} from "@praxisportal/contract/invoices/operator-profile.schema";
import { platformChainId } from "../../../platform/audit/audit-record.ts";
import type { Clock } from "../../../platform/clock/clock.ts";
import type { PlatformDb } from "../../../platform/db/platform-db.ts";
import { ProblemError } from "../../../platform/http/problem.ts";
import type { Authorized } from "../../../platform/request-context/authorized.ts";
import { assertFresh } from "../../../platform/request-context/fresh-proof.ts";
import { findOperatorIssues, requestedOperator } from "./operator-changes.ts";
import * as queries from "./operator.platform-queries.ts";
import { presentFields, presentOperator } from "./operator.presenter.ts";
import { operatorQuery } from "./operator.queries.ts";

/** The operator profile, which invoices use. */
export class OperatorService {
  readonly #db: PlatformDb;
  readonly #clock: Clock;

  constructor({ platformDb, clock }: { platformDb: PlatformDb; clock: Clock }) {
    this.#db = platformDb;
    this.#clock = clock;
  }

  async read(): Promise<OperatorProfile> {
    return presentOperator(await operatorQuery(this.#db.reads).executeTakeFirstOrThrow());
  }

  /** Changes the fields that differ from the current ones. Errors: see the endpoint. */
  async change(
    { context }: Authorized<"invoices.changeOperator">,
    body: ChangeOperatorProfile,
    ifMatch: string | undefined,
  ): Promise<OperatorProfile> {
    assertFresh(context.caller, this.#clock.now());
    const issues = findOperatorIssues(body);
    if (issues.length > 0) throw new ProblemError("VALIDATION_FAILED", { issues });
    await this.#db.write(async (tx, allDb) => {
      const row = await queries.lockOperator(allDb);
      if (ifMatch !== undefined && Number(ifMatch) !== row.version) {
        throw new ProblemError("PRECONDITION_FAILED");
      }
      const { columns, changes } = requestedOperator(body, presentFields(row));
      if (Object.keys(changes).length === 0) return;
      await queries.storeOperator(allDb, columns);
      tx.record({
        ...context.auditBase(),
        organizationId: platformChainId,
        action: "platform.billing_changed",
        changes,
      });
    });
    return this.read();
  }
}
