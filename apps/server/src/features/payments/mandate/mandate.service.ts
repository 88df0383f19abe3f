import type { BillingProfile } from "@praxisportal/contract/invoices/billing-profile.schema";
import type { ChangeMandate } from "@praxisportal/contract/payments/payments.schema";
import type { ValidationCode } from "@praxisportal/contract/validation";
import { isIban, maskIban } from "../../../platform/banking/iban.ts";
import type { Clock } from "../../../platform/clock/clock.ts";
import { dayIn } from "../../../platform/clock/day-in.ts";
import type { SealingKeys } from "../../../platform/crypto/sealed-secrets.ts";
import type { OrganizationQueries } from "../../../platform/db/query-builders.ts";
import type { WriteTransaction } from "../../../platform/db/write-transaction.ts";
import { ProblemError } from "../../../platform/http/problem.ts";
import type { Authorized } from "../../../platform/request-context/authorized.ts";
import { assertFresh } from "../../../platform/request-context/fresh-proof.ts";
import type { RequestContext } from "../../../platform/request-context/request-context.ts";
import type { Invoices } from "../../invoices/create-invoices.ts";
import type { AdministratorNotices } from "../../notifications/administrator-notices.ts";
import { openIban, sealIban } from "../../../platform/banking/mandate-iban.ts";
import * as queries from "./mandate.queries.ts";

type Dependencies = {
  clock: Clock;
  sealingKeys: SealingKeys;
  notices: Pick<AdministratorNotices, "queue">;
  invoices: Pick<Invoices, "profileOf">;
};

/** Changes and withdraws the SEPA mandate with which an organization's next invoices are collected. */
export class MandateService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Stores a mandate with a new reference. The same values change nothing. Errors: see the endpoint; 400 for a
   * signature in the future.
   */
  async change(
    { context }: Authorized<"payments.changeMandate">,
    body: ChangeMandate,
  ): Promise<BillingProfile> {
    const { clock, sealingKeys, invoices } = this.#dependencies;
    assertFresh(context.caller, clock.now());
    if (!isIban(body.iban)) throw invalid("iban", "invalidFormat");
    const { id, db } = context.organization;
    await db.write(async (builder, tx) => {
      const row = await queries.lockMandate(builder, id);
      const today = dayIn(row.timeZone, clock.now());
      if (body.signedOn > today) throw invalid("signedOn", "date");
      if (row.currency !== "EUR") throw new ProblemError("CONFLICT");
      const iban = row.iban === null ? null : openIban(sealingKeys, id, row.iban);
      if (body.iban === iban && body.holder === row.holder && body.signedOn === row.signedOn) return;
      await this.#replace(context, { builder, tx }, row, {
        reference: referenceOf(row, today),
        holder: body.holder,
        iban: sealIban(sealingKeys, id, body.iban),
        ibanMasked: maskIban(body.iban),
        signedOn: body.signedOn,
      });
    });
    return invoices.profileOf(db);
  }

  /** Withdraws the mandate. Errors: see the endpoint. */
  async remove({ context }: Authorized<"payments.removeMandate">): Promise<BillingProfile> {
    const { clock, invoices } = this.#dependencies;
    assertFresh(context.caller, clock.now());
    const { id, db } = context.organization;
    await db.write(async (builder, tx) => {
      const row = await queries.lockMandate(builder, id);
      if (row.reference === null) throw new ProblemError("NOT_FOUND");
      await this.#replace(context, { builder, tx }, row, null);
    });
    return invoices.profileOf(db);
  }

  async #replace(
    context: RequestContext,
    { builder, tx }: { builder: OrganizationQueries; tx: WriteTransaction },
    old: queries.MandateRow,
    mandate: queries.StoredMandate | null,
  ): Promise<void> {
    const { id, name } = context.organization;
    await queries.storeMandate(builder, id, mandate);
    tx.record({
      ...context.auditBase(),
      organizationId: id,
      action: "billing.mandate_changed",
      target: { type: "organization", id, display: name },
      changes: {
        reference: [old.reference, mandate?.reference ?? null],
        holder: [old.holder, mandate?.holder ?? null],
        iban: [old.ibanMasked, mandate?.ibanMasked ?? null],
        signedOn: [old.signedOn, mandate?.signedOn ?? null],
      },
    });
    await this.#dependencies.notices.queue(tx, {
      kind: "mandateChanged",
      organizationId: id,
      actorId: context.caller.personId,
    });
  }
}

const maxReferenceLength = 35;

/**
 * Returns the reference of a new mandate: practice code, day, and the version of the billing profile, which every
 * mandate of an organization raises. The day distinguishes it from those of an erased organization with the same code.
 */
function referenceOf({ practiceCode, version }: queries.MandateRow, today: string): string {
  const end = `-${today.replaceAll("-", "")}-${version + 1}`;
  return `${practiceCode.replaceAll(/[^A-Za-z0-9-]/g, "").slice(0, maxReferenceLength - end.length)}${end}`;
}

function invalid(path: string, code: ValidationCode): ProblemError {
  return new ProblemError("VALIDATION_FAILED", { issues: [{ path, code, params: {} }] });
}
