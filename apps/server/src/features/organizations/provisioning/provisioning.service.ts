import {
  type ProvisioningStatus,
  provisioningSteps,
} from "@praxisportal/contract/tenants/provisioning.schema";
import type { Clock } from "../../../platform/clock/clock.ts";
import type { IdentityDb, OrganizationDb } from "../../../platform/db/handles.ts";
import { toProblem } from "../../../platform/http/errors/to-problem.ts";
import { ProblemError } from "../../../platform/http/problem.ts";
import { presentProvisioning } from "./provisioning.presenter.ts";
import * as queries from "./provisioning.queries.ts";
import { provisioningWork } from "./provisioning-steps.ts";

type Dependencies = { db: IdentityDb; clock: Clock };

/** Sets up organizations step by step, so that any process can continue a provisioning that stopped. */
export class ProvisioningService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Returns the progress of an organization's provisioning. Errors: 404 for one that was not provisioned. */
  async status(db: OrganizationDb): Promise<ProvisioningStatus> {
    const row = await queries.findProvisioning(db);
    if (row === undefined) throw new ProblemError("NOT_FOUND");
    return presentProvisioning(db.organizationId, row);
  }

  /**
   * Runs the remaining steps, each in its own transaction. Returns the error at which it stopped, which is recorded, or
   * undefined when everything is done.
   */
  async run(organizationId: string): Promise<unknown> {
    try {
      while (await this.#runNextStep(organizationId));
      return undefined;
    } catch (error) {
      const { code } = toProblem(error);
      await this.#dependencies.db.write(async (tx) => {
        await queries.markFailed(tx, organizationId, code);
        tx.record({ event: "organization.provisioning_changed", organizationId });
      });
      return error;
    }
  }

  /** Runs the next step. Returns false when there is none. */
  #runNextStep(organizationId: string): Promise<boolean> {
    return this.#dependencies.db.write(async (tx) => {
      const row = await queries.lockProvisioning(tx, organizationId);
      const step = provisioningSteps.find((candidate) => row?.[`${candidate}_at`] === null);
      if (step === undefined || step === "organization" || !row?.request) return false;
      await provisioningWork[step](tx, organizationId, row.request, this.#dependencies.clock.now());
      await queries.markDone(tx, organizationId, step);
      tx.record({ event: "organization.provisioning_changed", organizationId });
      return true;
    });
  }
}
