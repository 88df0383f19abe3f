import type { PlatformDb } from "../../../platform/db/platform-db.ts";
import type { OrganizationQueries } from "../../../platform/db/query-builders.ts";
import { statutoryTaxRates, type TaxRate } from "../documents/tax/tax-rates.ts";
import { addedRatesQuery, operatorQuery } from "../operator/operator.queries.ts";
import { type Seller, sellerIn } from "../operator/seller.ts";
import { type Buyer, buyerIn } from "./buyer.ts";
import { profileQuery } from "./profile.queries.ts";

/** Readers of the parties of an invoice and of the tax rates, as of now. In a transaction, pass its handle. */
export type Parties = {
  sellerOf: (allDb?: OrganizationQueries) => Promise<Seller>;
  /** Throws for an organization that does not exist. */
  buyerOf: (organizationId: string, allDb?: OrganizationQueries) => Promise<Buyer>;
  /** The rates by law, and those that the operator added. */
  ratesOf: (allDb?: OrganizationQueries) => Promise<TaxRate[]>;
};

/** Creates the readers of both parties of an invoice. */
export function createParties(db: PlatformDb): Parties {
  return {
    sellerOf: async (allDb = db.reads) => sellerIn(await operatorQuery(allDb).executeTakeFirstOrThrow()),
    buyerOf: async (organizationId, allDb = db.reads) => {
      const operator = await operatorQuery(allDb).executeTakeFirstOrThrow();
      return buyerIn(await profileQuery(allDb, organizationId).executeTakeFirstOrThrow(), operator);
    },
    ratesOf: async (allDb = db.reads) => [...statutoryTaxRates, ...(await addedRatesQuery(allDb).execute())],
  };
}
