import type { AiProviderListQuery, UpdateAiProvider } from "@praxisportal/contract/ai/providers.schema";
import type { ValidationCode } from "@praxisportal/contract/validation";
import { platformChainId } from "../../../platform/audit/audit-record.ts";
import type { Clock } from "../../../platform/clock/clock.ts";
import { dayIn } from "../../../platform/clock/day-in.ts";
import { seal, type SealingKeys } from "../../../platform/crypto/sealed-secrets.ts";
import type { IdentityDb } from "../../../platform/db/handles.ts";
import type { PlatformDb } from "../../../platform/db/platform-db.ts";
import type { WriteTransaction } from "../../../platform/db/write-transaction.ts";
import { ProblemError } from "../../../platform/http/problem.ts";
import type { Authorized } from "../../../platform/request-context/authorized.ts";
import { assertFresh } from "../../../platform/request-context/fresh-proof.ts";
import type { RequestContext } from "../../../platform/request-context/request-context.ts";
import type { AdministratorNotices } from "../../notifications/administrator-notices.ts";
import { mayManageProviders, originOf, providerAddress } from "../ai.policy.ts";
import { presentModel, presentProvider, presentStop, type Viewer } from "../ai.presenter.ts";
import { type CataloguedProvider, providersOf } from "./catalogue.ts";
import { type Catalogue, type ProviderRow, readCatalogue, readPrices } from "./catalogue.queries.ts";
import { readOrganization } from "../organization/organization.queries.ts";
import { keySealContext } from "./provider-key.ts";
import {
  backdatedPaths,
  type Changes,
  keyChange,
  modelChanges,
  priceChanges,
  recordChanges,
} from "./provider-changes.ts";
import * as queries from "./providers.platform-queries.ts";

export type ProviderDependencies = {
  db: IdentityDb;
  platformDb: PlatformDb;
  clock: Clock;
  sealingKeys: SealingKeys;
  /** Throws for an address that the server must not call. Checked before an address is stored. */
  checkAddress: (address: string) => void;
  notices: Pick<AdministratorNotices, "queue">;
};

const lastFourLength = 4;

/** The providers of the platform: their records, and whether the caller may use them. */
export class ProviderService {
  readonly #dependencies: ProviderDependencies;

  constructor(dependencies: ProviderDependencies) {
    this.#dependencies = dependencies;
  }

  /** Returns all providers by name, with their models if requested. */
  async list(context: RequestContext, query: AiProviderListQuery) {
    const [catalogue, viewer] = await this.#read(context);
    return {
      data: [...providersOf(catalogue).values()].map((provider) => ({
        ...presentProvider(catalogue, provider, viewer),
        ...(query.models && {
          models: provider.models.map((model) => presentModel(catalogue, provider, model, viewer)),
        }),
      })),
      stopped: presentStop(catalogue.platform),
    };
  }

  /** Returns a provider. Errors: 404. */
  async get(context: RequestContext, key: string) {
    const [catalogue, viewer] = await this.#read(context);
    return presentProvider(catalogue, findProvider(catalogue, key), viewer);
  }

  /** Returns the models of a provider. Errors: 404. */
  async models(context: RequestContext, key: string) {
    const [catalogue, viewer] = await this.#read(context);
    const provider = findProvider(catalogue, key);
    const storedPrices = viewer.managesProviders ? await readPrices(this.#dependencies.db, key) : undefined;
    return {
      data: provider.models.map((model) => presentModel(catalogue, provider, model, viewer, storedPrices)),
    };
  }

  /**
   * Updates the fields in the body. Another origin drops a key that is not sent again; another origin or region
   * withdraws the approvals of all organizations. Errors: 400 for an address, 403 STEP_UP_REQUIRED, 404, 412.
   */
  async update(
    { context }: Authorized<"ai.manageProviders">,
    key: string,
    body: UpdateAiProvider,
    ifMatch: string | undefined,
  ) {
    const now = this.#dependencies.clock.now();
    assertFresh(context.caller, now);
    const { apiKey, models, ...record } = body;
    const [tooEarly] = backdatedPaths(models ?? [], now);
    if (tooEarly !== undefined) throw validationError(tooEarly, "date");
    await this.#dependencies.platformDb.write(async (tx, db) => {
      const row = await queries.lockProvider(db, key);
      if (row === undefined) throw new ProblemError("NOT_FOUND");
      if (ifMatch !== undefined && Number(ifMatch) !== row.version) {
        throw new ProblemError("PRECONDITION_FAILED");
      }
      const baseUrl = record.baseUrl === undefined ? undefined : this.#address(record.baseUrl);
      const { columns, changes } = recordChanges(row, { ...record, baseUrl });
      const after = { ...row, ...columns };
      const isDifferentOrigin = originOf(after.base_url) !== originOf(row.base_url);
      // A key belongs to one origin. A new origin gets it only when it is sent again.
      const newKey = apiKey === undefined && isDifferentOrigin ? null : apiKey;
      const isEnabled = columns.enabled ?? row.enabled;
      if (isEnabled && after.base_url === null) throw validationError("baseUrl", "required");
      if (newKey !== undefined && (newKey !== null || row.api_key !== null)) {
        Object.assign(changes, keyChange(row.api_key !== null, newKey !== null));
        columns.api_key =
          newKey === null ? null : seal(this.#dependencies.sealingKeys, keySealContext(key), newKey);
        columns.api_key_last4 = newKey?.slice(-lastFourLength) ?? null;
      }
      if (models !== undefined) Object.assign(changes, await saveModels(db, key, models, now));
      if (Object.keys(changes).length === 0) return;
      await queries.updateProvider(db, key, columns);
      tx.record({
        ...context.auditBase(),
        organizationId: platformChainId,
        action: "ai.provider_updated",
        target: { type: "provider", id: row.id, display: row.name },
        changes,
        ids: { provider: key },
      });
      if (isDifferentOrigin || after.region !== row.region) {
        await this.#withdrawApprovals(tx, db, context, row);
      }
    });
    return this.get(context, key);
  }

  /**
   * Organizations approved the provider at its previous address and region. Each must approve it again, and its
   * administrators are notified.
   */
  async #withdrawApprovals(
    tx: WriteTransaction,
    db: Parameters<typeof queries.withdrawApprovals>[0],
    context: RequestContext,
    { key, id, name }: ProviderRow,
  ): Promise<void> {
    for (const organizationId of await queries.withdrawApprovals(db, key)) {
      tx.record({
        ...context.auditBase(),
        organizationId,
        action: "ai.approval_changed",
        target: { type: "provider", id, display: name },
        changes: { approved: [true, false] },
      });
      const notice = {
        kind: "aiApprovalWithdrawn",
        organizationId,
        actorId: context.caller.personId,
      } as const;
      await this.#dependencies.notices.queue(tx, notice);
    }
  }

  /** Returns an address in stored form. Errors: 400 for one that the server must not call. */
  #address(requested: string): string {
    const address = providerAddress(requested);
    if (address === undefined) throw validationError("baseUrl", "url");
    try {
      this.#dependencies.checkAddress(address);
    } catch {
      throw validationError("baseUrl", "url");
    }
    return address;
  }

  async #read(context: RequestContext): Promise<[Catalogue, Viewer]> {
    const { db, clock } = this.#dependencies;
    const organization = context.organizationIfAny;
    const now = clock.now();
    const [catalogue, rows] = await Promise.all([
      readCatalogue(db, now),
      organization === undefined ? undefined : readOrganization(organization.db),
    ]);
    return [
      catalogue,
      {
        organization: rows && { rows, personId: context.caller.personId, today: dayIn(rows.time_zone, now) },
        managesProviders: mayManageProviders(context.principal),
      },
    ];
  }
}

/** Returns a provider of the catalogue. Errors: 404. */
export function findProvider(catalogue: Catalogue, key: string): CataloguedProvider {
  const provider = providersOf(catalogue).get(key);
  if (provider === undefined) throw new ProblemError("NOT_FOUND");
  return provider;
}

/** Writes changed models and prices. Returns the changes for the audit log. */
async function saveModels(
  db: Parameters<typeof queries.listModels>[0],
  provider: string,
  models: NonNullable<UpdateAiProvider["models"]>,
  now: Date,
): Promise<Changes> {
  const modelChange = modelChanges(provider, await queries.listModels(db, provider), models);
  if (modelChange !== undefined) await queries.replaceModels(db, provider, modelChange.rows);
  const prices = priceChanges(provider, await queries.listPrices(db, provider), models, now);
  for (const id of prices.dropped) await queries.dropPrice(db, id);
  for (const id of prices.ended) await queries.endPrice(db, id, now);
  for (const price of prices.started) await queries.insertPrice(db, price);
  return { ...modelChange?.changes, ...prices.changes };
}

function validationError(path: string, code: ValidationCode): ProblemError {
  return new ProblemError("VALIDATION_FAILED", { issues: [{ path, code, params: {} }] });
}
