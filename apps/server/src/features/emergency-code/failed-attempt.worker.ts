import { uuidSchema } from "@praxisportal/contract/identifiers";
import * as z from "zod/mini";
import type { PlatformDb } from "../../platform/db/platform-db.ts";
import { type OutboxHandler, UnretryableError } from "../../platform/outbox/outbox-message.ts";
import type { AdministratorNotices } from "../notifications/administrator-notices.ts";
import { takeFailedAttempt } from "./failed-attempt.platform-queries.ts";

/** Outbox topic of failed attempts with an emergency code, including those with unknown names. */
export const failedAttemptTopic = "emergency-code.failed";

/** The actor of an attempt: its user has not signed in, so the log names no person. */
export const codeHolder = { type: "emergency_code", id: null } as const;

type Dependencies = { platformDb: PlatformDb; notices: Pick<AdministratorNotices, "queue"> };

const payloadSchema = z.object({ personId: uuidSchema, organizationId: uuidSchema });

/**
 * Alerts the administrators of an organization that has an open code and may have been the target. Deleting the
 * message and queueing the mails share a transaction, so a message that is redelivered after a crash has no effect.
 */
export function failedAttemptHandler({ platformDb, notices }: Dependencies): OutboxHandler {
  return {
    async handle({ id, payload }, signal) {
      const parsed = payloadSchema.safeParse(payload);
      if (!parsed.success) throw new UnretryableError("the payload names no attempt");
      await platformDb.write(async (tx, allDb) => {
        const { organizationId } = parsed.data;
        const attempt = await takeFailedAttempt(allDb, id, parsed.data);
        if (attempt === undefined) return;
        // Attempts with a member's name have already been logged.
        if (!attempt.isMember) {
          tx.record({
            organizationId,
            action: "organization.emergency_code_used",
            outcome: "failed",
            actor: codeHolder,
            reason: "name_unknown",
          });
        }
        await notices.queue(tx, { kind: "emergencyCodeFailed", organizationId, actorId: null });
        signal.throwIfAborted();
      });
    },
  };
}
