import type { AddTaxRate, InvoiceTaxRate } from "@praxisportal/contract/invoices/operator-profile.schema";
import { uuidV7 } from "@praxisportal/contract/identifiers";
import { platformChainId } from "../../../platform/audit/audit-record.ts";
import type { Clock } from "../../../platform/clock/clock.ts";
import type { PlatformDb } from "../../../platform/db/platform-db.ts";
import { ProblemError } from "../../../platform/http/problem.ts";
import { saveIdempotencyKey } from "../../../platform/idempotency/idempotency.queries.ts";
import type { Authorized } from "../../../platform/request-context/authorized.ts";
import { assertFresh } from "../../../platform/request-context/fresh-proof.ts";
import { statutoryTaxRates } from "../documents/tax/tax-rates.ts";
import { operatorDay } from "../../../platform/clock/operator-day.ts";
import * as queries from "./operator.platform-queries.ts";
import { presentTaxRates } from "./operator.presenter.ts";
import { addedRatesQuery } from "./operator.queries.ts";

type RateKey = Pick<AddTaxRate, "country" | "validFrom">;

/** The standard tax rates, which the operator adds before they apply. */
export class TaxRateService {
  readonly #db: PlatformDb;
  readonly #clock: Clock;

  constructor({ platformDb, clock }: { platformDb: PlatformDb; clock: Clock }) {
    this.#db = platformDb;
    this.#clock = clock;
  }

  async list(): Promise<InvoiceTaxRate[]> {
    return presentTaxRates(await addedRatesQuery(this.#db.reads).execute());
  }

  /** Adds a tax rate. Errors: see the endpoint. */
  async add({ context }: Authorized<"invoices.addTaxRate">, rate: AddTaxRate): Promise<InvoiceTaxRate> {
    assertFresh(context.caller, this.#clock.now());
    if (isStatutory(rate)) throw new ProblemError("ALREADY_EXISTS");
    await this.#db.write(async (tx, allDb) => {
      // A rate has no id of its own.
      await saveIdempotencyKey(tx, context.repeatable, uuidV7());
      if (!(await queries.addRate(allDb, rate))) throw new ProblemError("ALREADY_EXISTS");
      // The rate of services already delivered must not change.
      if (this.#hasBegun(rate)) throw new ProblemError("CONFLICT");
      tx.record({
        ...context.auditBase(),
        organizationId: platformChainId,
        action: "platform.tax_rate_added",
        changes: { [`${rate.country} ${rate.validFrom}`]: [null, rate.rateBasisPoints] },
      });
    });
    return { ...rate, isLegal: false };
  }

  /** Removes a tax rate that has not begun. Errors: see the endpoint. */
  async remove({ context }: Authorized<"invoices.removeTaxRate">, rate: RateKey): Promise<void> {
    assertFresh(context.caller, this.#clock.now());
    if (isStatutory(rate)) throw new ProblemError("CONFLICT");
    await this.#db.write(async (tx, allDb) => {
      const removedRate = await queries.removeRate(allDb, rate);
      if (removedRate === undefined) throw new ProblemError("NOT_FOUND");
      if (this.#hasBegun(rate)) throw new ProblemError("CONFLICT");
      tx.record({
        ...context.auditBase(),
        organizationId: platformChainId,
        action: "platform.tax_rate_removed",
        changes: { [`${rate.country} ${rate.validFrom}`]: [removedRate.rate_basis_points, null] },
      });
    });
  }

  #hasBegun({ validFrom }: RateKey): boolean {
    return validFrom <= operatorDay(this.#clock.now());
  }
}

function isStatutory({ country, validFrom }: RateKey): boolean {
  return statutoryTaxRates.some((rate) => rate.country === country && rate.validFrom === validFrom);
}
