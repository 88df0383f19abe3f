import type { TenantStatistics } from "@praxisportal/contract/tenants/tenants.schema";
import type { PlatformDb } from "../../platform/db/platform-db.ts";
import { countTenants } from "./tenants.platform-queries.ts";
import { presentTotals } from "./tenants.presenter.ts";

/** Organizations as customers of the operator. */
export class TenantService {
  readonly #db: PlatformDb;

  constructor(db: PlatformDb) {
    this.#db = db;
  }

  async statistics(): Promise<TenantStatistics> {
    return presentTotals(await countTenants(this.#db));
  }
}
