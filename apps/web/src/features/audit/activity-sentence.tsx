import { auditActions, type AuditAction } from "@praxisportal/contract/audit-actions";
import type { Activity } from "@praxisportal/contract/organizations/organizations.schema";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";

type Party = Activity["actor"];

function isAuditAction(action: string): action is AuditAction {
  return auditActions.some((auditAction) => auditAction === action);
}

/** Shows a name in a sentence. Links to the person while they are a member of the organization. */
function Name({ party, children }: { party: Party; children: ReactNode }) {
  if (party.name === null) return children;
  if (party.id === null || !party.isMember) return <strong className="font-strong">{children}</strong>;
  return (
    <Link
      to="/users/$userId"
      params={{ userId: party.id }}
      className="rounded-r-1 font-strong text-text underline decoration-line-strong underline-offset-3 hover:decoration-current"
    >
      {children}
    </Link>
  );
}

/**
 * Shows an audit entry as a sentence with its actor and target. A person whose name was erased gets a placeholder. An
 * entry without an actor is attributed to the holder of the emergency code or to the system.
 */
export function ActivitySentence({ entry }: { entry: Activity }) {
  const t = useTranslations("activity");
  if (!isAuditAction(entry.action)) return t("unknown");
  const { target } = entry;
  // Accepting an invitation creates the membership in the same transaction, so only the target has a name.
  const actor = entry.actor.name === null && entry.actor.id === target.id ? target : entry.actor;
  const nameless = target.id === null ? "unnamed" : "erased";
  return t.rich(`actions.${entry.action}`, {
    outcome: entry.outcome,
    actor: entry.byEmergencyCode
      ? t("emergencyCode")
      : (actor.name ?? t(actor.id === null ? "system" : "erased.who")),
    target: target.name ?? t(`${nameless}.target`),
    toTarget: target.name ?? t(`${nameless}.toTarget`),
    who: (name) => <Name party={actor}>{name}</Name>,
    whom: (name) => <Name party={target}>{name}</Name>,
  });
}
