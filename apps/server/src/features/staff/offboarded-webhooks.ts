import { isDeepStrictEqual } from "node:util";
import {
  type OffboardingEffects,
  type WebhookChoice,
  webhookChoices,
} from "@praxisportal/contract/staff/staff.schema";
import type { AuditDraft } from "../../platform/audit/audit-record.ts";
import type { WriteTransaction } from "../../platform/db/write-transaction.ts";
import { ProblemError } from "../../platform/http/problem.ts";
import {
  type OwnedWebhook,
  lockOwnedWebhooks,
  reassignWebhook,
  webhookOwnerRole,
} from "../../directory/webhooks/webhook-owners.queries.ts";
import * as queries from "./offboarding.queries.ts";

/** Names of the choices in audit entries. */
const auditFields = {
  handOver: "handed_over_webhooks",
  disable: "disabled_webhooks",
  keep: "kept_webhooks",
} as const;

/**
 * Returns the choice for each webhook that the person owns. Errors: 400 if one has no choice, or if its new owner may
 * not manage webhooks.
 */
export async function chooseForWebhooks(
  tx: WriteTransaction,
  organizationId: string,
  owned: readonly OwnedWebhook[],
  plan: { personId: string; successorId: string | null; choices: readonly WebhookChoice[]; now: Date },
): Promise<WebhookChoice[]> {
  const choices: WebhookChoice[] = [];
  for (const { id } of owned) {
    const choice = plan.choices.find(({ webhookId }) => webhookId === id);
    if (choice === undefined) throw invalid("webhooks", "required");
    const isHandedOver = choice.choice === "handOver";
    const newOwnerId = choice.ownerId ?? plan.successorId;
    if (isHandedOver && !(await canOwn(tx, organizationId, newOwnerId, plan))) {
      throw invalid(choice.ownerId === null ? "successorId" : "webhooks", "invalidChoice");
    }
    choices.push({ ...choice, ownerId: isHandedOver ? choice.ownerId : null });
  }
  return choices;
}

/**
 * Applies the choice made for each webhook of the person. Disables those without a choice or whose new owner may no
 * longer manage webhooks, so that no data is sent to a receiver for which nobody is responsible.
 */
export async function settleWebhooks(
  tx: WriteTransaction,
  target: { organizationId: string; planned: queries.PlannedOffboarding; now: Date },
  by: Omit<AuditDraft, "organizationId" | "action">,
): Promise<Pick<OffboardingEffects, "handedOverWebhooks" | "disabledWebhooks" | "keptWebhooks">> {
  const { organizationId, planned, now } = target;
  const { personId } = planned;
  const names = { handOver: [] as string[], disable: [] as string[], keep: [] as string[] };
  for (const { id, name, enabled } of await lockOwnedWebhooks(tx, organizationId, personId)) {
    const webhookChoice = planned.webhookChoices.find(({ webhookId }) => webhookId === id);
    const newOwnerId = webhookChoice?.ownerId ?? planned.successorId;
    const isPossible =
      webhookChoice !== undefined &&
      (webhookChoice.choice !== "handOver" ||
        (await canOwn(tx, organizationId, newOwnerId, { personId, now })));
    const choice = isPossible ? webhookChoice.choice : "disable";
    const ownerId = choice === "handOver" ? newOwnerId : null;
    await reassignWebhook(tx, organizationId, { id, ownerId, disables: choice === "disable", now });
    tx.record({
      ...by,
      organizationId,
      action: "webhook.updated",
      target: { type: "webhook", id, display: name },
      changes: {
        owner: [personId, ownerId],
        ...(choice === "disable" && enabled ? { enabled: [true, false] } : {}),
      },
    });
    names[choice].push(name);
  }
  return { handedOverWebhooks: names.handOver, disabledWebhooks: names.disable, keptWebhooks: names.keep };
}

/** Returns the changed choices as changes of an audit entry: for each choice the names of its webhooks. */
export function webhookChanges(
  owned: readonly OwnedWebhook[],
  before: readonly WebhookChoice[],
  after: readonly WebhookChoice[],
): Record<string, [string[], string[]]> {
  const namesOf = (choices: readonly WebhookChoice[], choice: WebhookChoice["choice"]) =>
    owned
      .filter(({ id }) =>
        choices.some((candidate) => candidate.webhookId === id && candidate.choice === choice),
      )
      .map(({ name }) => name);
  return Object.fromEntries(
    webhookChoices
      .map((choice) => [auditFields[choice], [namesOf(before, choice), namesOf(after, choice)]] as const)
      .filter(([, [old, now]]) => !isDeepStrictEqual(old, now))
      .map(([field, names]) => [field, [...names]]),
  );
}

/** Returns whether a colleague of the person who leaves may manage webhooks. */
async function canOwn(
  tx: WriteTransaction,
  organizationId: string,
  ownerId: string | null,
  { personId, now }: { personId: string; now: Date },
): Promise<boolean> {
  if (ownerId === null || ownerId === personId) return false;
  return (await queries.findSuccessor(tx, organizationId, ownerId, now))?.role === webhookOwnerRole;
}

function invalid(path: string, code: "required" | "invalidChoice"): ProblemError {
  return new ProblemError("VALIDATION_FAILED", { issues: [{ path, code, params: {} }] });
}
