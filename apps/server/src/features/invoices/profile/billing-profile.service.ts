import type {
  BillingProfile,
  ChangeBillingProfile,
} from "@praxisportal/contract/invoices/billing-profile.schema";
import type { Clock } from "../../../platform/clock/clock.ts";
import type { IdentityDb, OrganizationDb } from "../../../platform/db/handles.ts";
import { ProblemError } from "../../../platform/http/problem.ts";
import type { Authorized } from "../../../platform/request-context/authorized.ts";
import type { RequestContext } from "../../../platform/request-context/request-context.ts";
import { type OperatorRow, operatorQuery } from "../operator/operator.queries.ts";
import { operatorDay } from "../../../platform/clock/operator-day.ts";
import { presentFields, presentProfile } from "./billing-profile.presenter.ts";
import * as queries from "./billing-profile.queries.ts";
import { type RequestedProfile, requestedProfile } from "./profile-changes.ts";
import { type ProfileRow, profileQuery } from "./profile.queries.ts";

/** Billing profile of an organization, with its way of payment. */
export class BillingProfileService {
  readonly #db: IdentityDb;
  readonly #clock: Clock;

  constructor({ db, clock }: { db: IdentityDb; clock: Clock }) {
    this.#db = db;
    this.#clock = clock;
  }

  /** Returns the billing profile. Errors: 404. */
  async read(db: OrganizationDb): Promise<BillingProfile> {
    const [[profile], [operator]] = await db.readAll<[ProfileRow, OperatorRow]>((builder) => [
      profileQuery(builder, db.organizationId),
      operatorQuery(builder),
    ]);
    if (profile === undefined || operator === undefined) throw new ProblemError("NOT_FOUND");
    return presentProfile(profile, operator);
  }

  /** Changes the fields that differ from the current ones. Errors: 404, 412. */
  async change(
    { context }: Authorized<"invoices.changeProfile">,
    body: ChangeBillingProfile,
    ifMatch: string | undefined,
  ): Promise<BillingProfile> {
    return this.#change(context, (row) => {
      if (ifMatch !== undefined && Number(ifMatch) !== row.version) {
        throw new ProblemError("PRECONDITION_FAILED");
      }
      return requestedProfile(body, presentFields(row));
    });
  }

  /** Records that the operator confirmed the VAT ID. Errors: 400 for a day after today, 404, 409 CONFLICT. */
  async confirmVatId(
    { context }: Authorized<"invoices.confirmVatId">,
    { checkedOn }: { checkedOn: string },
  ): Promise<BillingProfile> {
    if (checkedOn > operatorDay(this.#clock.now())) {
      throw new ProblemError("VALIDATION_FAILED", {
        issues: [{ path: "checkedOn", code: "date", params: {} }],
      });
    }
    return this.#change(context, ({ vat_id, vat_id_checked_on: before }) => {
      if (vat_id === null) throw new ProblemError("CONFLICT");
      return {
        columns: { vat_id_checked_on: checkedOn },
        changes: before === checkedOn ? {} : { vatIdCheckedOn: [before, checkedOn] },
      };
    });
  }

  /** Stores what `changesOf` returns for the locked profile, and records it. */
  async #change(
    context: RequestContext,
    changesOf: (row: ProfileRow) => RequestedProfile,
  ): Promise<BillingProfile> {
    const { id, name, db } = context.organization;
    await this.#db.write(async (tx) => {
      const { columns, changes } = changesOf(await queries.lockProfile(tx, id));
      if (Object.keys(changes).length === 0) return;
      await queries.storeProfile(tx, id, columns);
      tx.record({
        ...context.auditBase(),
        organizationId: id,
        action: "billing.profile_changed",
        target: { type: "organization", id, display: name },
        changes,
      });
    });
    return this.read(db);
  }
}
