import { currentAction } from "@praxisportal/contract/audit-actions";
import type {
  AuditEntry,
  AuditFileCheckpoint,
  AuditFileEntry,
  ChainCheck,
} from "@praxisportal/contract/audit/audit.schema";
import type { ChainFinding } from "../../platform/audit/check-chain.ts";
import { readUserAgent } from "../../platform/http/origin/user-agent.ts";
import type { AuditRow, CheckpointRow } from "./audit.queries.ts";

/** Returns an entry with the names stored next to the chain. */
export function presentEntry({ record, ...row }: AuditRow): AuditEntry {
  const { actor, target, request } = record;
  return {
    id: row.id,
    seq: Number(row.seq),
    time: row.occurred_at.toISOString(),
    action: currentAction(row.action),
    outcome: row.outcome,
    actor: {
      type: actor.type,
      id: actor.id,
      name: row.actor_name,
      account: row.actor_account,
      role: actor.role ?? null,
      application:
        actor.application === undefined
          ? null
          : { id: actor.application.id, name: row.application_name ?? actor.application.id },
    },
    target:
      target === undefined
        ? null
        : { type: target.type, id: target.id, name: row.target_name, account: row.target_account },
    reason: record.reason ?? null,
    changes:
      record.changes === undefined
        ? null
        : Object.fromEntries(
            Object.entries(record.changes).map(([field, [before, after]]) => [
              field,
              { before: before ?? null, after: after ?? null },
            ]),
          ),
    request:
      request === undefined
        ? null
        : {
            id: request.id,
            method: request.method,
            route: request.route,
            ip: request.address,
            userAgent: request.userAgent,
            ...readUserAgent(request.userAgent),
            sessionId: request.sessionId,
          },
    origin: record.origin,
  };
}

/** Returns an entry of a file, with the record from which its hash is computed. */
export function presentFileEntry(row: AuditRow): AuditFileEntry {
  return { ...presentEntry(row), record: row.record, hash: row.hash.toString("hex") };
}

export function presentCheckpoint({ seq, hash, occurred_at, signature }: CheckpointRow): AuditFileCheckpoint {
  return {
    seq: Number(seq),
    hash: hash.toString("hex"),
    occurredAt: occurred_at.toISOString(),
    signature: signature.toString("base64"),
  };
}

export function presentCheck({ entries, broken, since, head }: ChainFinding, now: Date): ChainCheck {
  return {
    intact: broken === null,
    entries,
    checkedAt: now.toISOString(),
    since: since?.toISOString() ?? null,
    head: head?.toString("hex") ?? null,
    broken:
      broken === null
        ? null
        : { seq: broken.at, fault: broken.fault, time: broken.time?.toISOString() ?? null },
  };
}
