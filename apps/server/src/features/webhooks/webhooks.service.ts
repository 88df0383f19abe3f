import type { BodyOf } from "@praxisportal/contract/endpoint";
import { uuidV7 } from "@praxisportal/contract/identifiers";
import { webhooksMax } from "@praxisportal/contract/limits";
import type { ValidationCode } from "@praxisportal/contract/validation";
import type {
  createWebhook,
  rotateWebhookSecret,
  updateWebhook,
} from "@praxisportal/contract/webhooks/webhooks.endpoints";
import type { Webhook } from "@praxisportal/contract/webhooks/webhooks.schema";
import type { AuditDraft } from "../../platform/audit/audit-record.ts";
import type { Clock } from "../../platform/clock/clock.ts";
import type { OrganizationDb } from "../../platform/db/handles.ts";
import { ProblemError } from "../../platform/http/problem.ts";
import { saveIdempotencyKey } from "../../platform/idempotency/idempotency.queries.ts";
import type { Authorized } from "../../platform/request-context/authorized.ts";
import type { RequestContext } from "../../platform/request-context/request-context.ts";
import { webhookOwnerRole } from "../../directory/webhooks/webhook-owners.queries.ts";
import { currentApiVersion } from "./webhook-body.ts";
import { newSecret, type OwnHeaders, type WebhookSecrets } from "./webhook-secrets.ts";
import { presentWebhook } from "./webhooks.presenter.ts";
import * as queries from "./webhooks.queries.ts";

type Dependencies = {
  clock: Clock;
  secrets: WebhookSecrets;
  /** Throws for an address that the server must not call. */
  checkAddress: (address: string) => void;
};

type Update = BodyOf<typeof updateWebhook>;
type Locked = NonNullable<Awaited<ReturnType<typeof queries.lockWebhook>>>;

const hourMs = 3_600_000;
/** Maximum number of replaced secrets that still sign. */
const replacedSecretsMax = 4;

/** Manages the webhooks of an organization and their secrets. */
export class WebhookService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  async list(db: OrganizationDb) {
    return { data: (await queries.listWebhooks(db, this.#dependencies.clock.now())).map(presentWebhook) };
  }

  /** Returns a webhook. Errors: 404. */
  async get(db: OrganizationDb, id: string): Promise<Webhook> {
    const [row] = await queries.listWebhooks(db, this.#dependencies.clock.now(), id);
    if (row === undefined) throw new ProblemError("NOT_FOUND");
    return presentWebhook(row);
  }

  /** Returns the new webhook with its secret. Errors: 400 for the address, 409 CONFLICT for too many webhooks. */
  async create({ context }: Authorized<"webhooks.manage">, body: BodyOf<typeof createWebhook>) {
    const { organization } = context;
    const { secrets } = this.#dependencies;
    this.#assertCallable(body.url);
    const id = uuidV7();
    const secretId = uuidV7();
    const secret = newSecret();
    const headers = this.#headers(body.headers, {});
    await organization.db.write(async (db, tx) => {
      await saveIdempotencyKey(tx, context.repeatable, id);
      if ((await queries.lockCount(db, organization.id)) >= webhooksMax) throw new ProblemError("CONFLICT");
      await queries.insertWebhook(db, organization.id, {
        id,
        owner_id: canOwn(context) ? context.caller.personId : null,
        name: body.name,
        url: body.url,
        event_types: body.eventTypes,
        api_version: currentApiVersion(),
        headers: secrets.sealHeaders(id, headers),
        header_names: Object.keys(headers),
      });
      await queries.insertSecret(db, organization.id, id, {
        id: secretId,
        secret: secrets.sealSecret(secretId, secret),
      });
      tx.record({
        ...context.auditBase(),
        organizationId: organization.id,
        action: "webhook.created",
        target: { type: "webhook", id, display: body.name },
        changes: { name: [null, body.name], url: [null, originOf(body.url)] },
      });
    });
    return { ...(await this.get(organization.db, id)), secret };
  }

  /**
   * Changes a webhook. Errors: 400 for the address or a header without a value, 403 for taking over without being an
   * administrator of the organization, 404, 412.
   */
  async update(
    { context }: Authorized<"webhooks.manage">,
    id: string,
    body: Update,
    ifMatch: string | undefined,
  ): Promise<Webhook> {
    const { organization } = context;
    if (body.url !== undefined) this.#assertCallable(body.url);
    if (body.takeOver === true && !canOwn(context)) throw new ProblemError("FORBIDDEN");
    await organization.db.write(async (db, tx) => {
      const old = await queries.lockWebhook(db, organization.id, id);
      assertFound(old, ifMatch);
      const headers = this.#requestedHeaders(old, body);
      const { columns, changes } = differences(old, body, this.#dependencies.clock.now());
      if (headers !== undefined) {
        columns.headers = this.#dependencies.secrets.sealHeaders(id, headers);
        columns.header_names = Object.keys(headers);
        changes["headers"] = [old.header_names.join(", ") || null, columns.header_names.join(", ") || null];
      }
      const { personId } = context.caller;
      if (body.takeOver === true && old.owner_id !== personId) {
        columns.owner_id = personId;
        changes["owner"] = [old.owner_id, personId];
      }
      if (Object.keys(columns).length === 0) return;
      const restarts = columns.enabled === true || columns.url !== undefined;
      await queries.updateWebhook(db, organization.id, id, columns, restarts);
      tx.record({
        ...context.auditBase(),
        organizationId: organization.id,
        action: "webhook.updated",
        target: { type: "webhook", id, display: body.name ?? old.name },
        changes,
      });
    });
    return this.get(organization.db, id);
  }

  /** Deletes a webhook with its log. Errors: 404, 412. */
  async remove(
    { context }: Authorized<"webhooks.manage">,
    id: string,
    ifMatch: string | undefined,
  ): Promise<void> {
    const { organization } = context;
    await organization.db.write(async (db, tx) => {
      const old = await queries.lockWebhook(db, organization.id, id);
      assertFound(old, ifMatch);
      await queries.deleteWebhook(db, organization.id, id);
      tx.record({
        ...context.auditBase(),
        organizationId: organization.id,
        action: "webhook.deleted",
        target: { type: "webhook", id, display: old.name },
        changes: { name: [old.name, null], url: [originOf(old.url), null] },
      });
    });
  }

  /** Replaces the secret and returns the new one with the webhook. Errors: 404. */
  async rotateSecret(
    { context }: Authorized<"webhooks.manage">,
    id: string,
    { overlapHours }: BodyOf<typeof rotateWebhookSecret>,
  ) {
    const { organization } = context;
    const { clock, secrets } = this.#dependencies;
    const secretId = uuidV7();
    const secret = newSecret();
    await organization.db.write(async (db, tx) => {
      const old = await queries.lockWebhook(db, organization.id, id);
      assertFound(old, undefined);
      await queries.retireSecrets(db, organization.id, id, {
        validUntil: new Date(clock.now().getTime() + overlapHours * hourMs),
        // A rotation without an overlap means that the secrets may have leaked, so all of them end.
        includesReplaced: overlapHours === 0,
        kept: replacedSecretsMax,
      });
      await queries.insertSecret(db, organization.id, id, {
        id: secretId,
        secret: secrets.sealSecret(secretId, secret),
      });
      tx.record({
        ...context.auditBase(),
        organizationId: organization.id,
        action: "webhook.secret_rotated",
        target: { type: "webhook", id, display: old.name },
      });
    });
    return { ...(await this.get(organization.db, id)), secret };
  }

  #assertCallable(url: string): void {
    try {
      this.#dependencies.checkAddress(url);
    } catch {
      throw invalid("url", "url");
    }
  }

  /** Returns the headers as they will be after a change, or undefined if they do not change. */
  #requestedHeaders(old: Locked, { url, headers }: Update): OwnHeaders | undefined {
    // The values belong to one origin. Another origin gets them only if they are sent again.
    const isMoved = url !== undefined && new URL(url).origin !== new URL(old.url).origin;
    const isCleared = isMoved && headers === undefined && old.header_names.length > 0;
    if (headers === undefined) return isCleared ? {} : undefined;
    return this.#headers(headers, isMoved ? {} : this.#dependencies.secrets.openHeaders(old.id, old.headers));
  }

  /** Merges headers with the stored values. Errors: 400 for a header that has neither a value nor a stored one. */
  #headers(requested: NonNullable<Update["headers"]>, stored: OwnHeaders): OwnHeaders {
    return Object.fromEntries(
      requested.map(({ name, value }, index) => {
        const headerValue = value ?? stored[name];
        if (headerValue === undefined) throw invalid(`headers.${index}.value`, "required");
        return [name, headerValue];
      }),
    );
  }
}

/** Returns whether the caller is an administrator of the organization and can therefore own its webhooks. */
function canOwn({ caller, organization }: RequestContext): boolean {
  return caller.memberships.some(
    ({ organizationId, role }) => organizationId === organization.id && role === webhookOwnerRole,
  );
}

function assertFound(found: Locked | undefined, ifMatch: string | undefined): asserts found is Locked {
  if (found === undefined) throw new ProblemError("NOT_FOUND");
  if (ifMatch !== undefined && Number(ifMatch) !== found.version)
    throw new ProblemError("PRECONDITION_FAILED");
}

function differences(old: Locked, body: Update, now: Date) {
  const columns: Parameters<typeof queries.updateWebhook>[3] = {};
  const changes: Record<string, readonly [unknown, unknown]> = {};
  if (body.name !== undefined && body.name !== old.name) {
    columns.name = body.name;
    changes["name"] = [old.name, body.name];
  }
  if (body.url !== undefined && body.url !== old.url) {
    columns.url = body.url;
    changes["url"] = [originOf(old.url), originOf(body.url)];
  }
  if (body.eventTypes !== undefined && body.eventTypes.join() !== old.event_types.join()) {
    columns.event_types = body.eventTypes;
    changes["event_types"] = [old.event_types.join(", "), body.eventTypes.join(", ")];
  }
  if (body.enabled !== undefined && body.enabled !== old.enabled) {
    columns.enabled = body.enabled;
    columns.disabled_reason = body.enabled ? null : "manual";
    columns.disabled_at = body.enabled ? null : now;
    changes["enabled"] = [old.enabled, body.enabled];
  }
  return { columns, changes: changes satisfies AuditDraft["changes"] };
}

/** Returns the origin of an address for the log, because the path often contains a token. */
function originOf(url: string): string {
  return new URL(url).origin;
}

function invalid(path: string, code: ValidationCode): ProblemError {
  return new ProblemError("VALIDATION_FAILED", { issues: [{ path, code, params: {} }] });
}
