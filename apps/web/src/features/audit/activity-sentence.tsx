import { auditActions, type AuditAction } from "@praxisportal/contract/audit-actions";
import type { Activity } from "@praxisportal/contract/organizations/organizations.schema";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";

type Party = Activity["actor"];

function isAuditAction(action: string): action is AuditAction {
  return auditActions.some((each) => each === action);
}

/** A name in a sentence; it opens the person while she belongs to the practice. */
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
 * What happened, as a sentence that names who did it and to whom. Somebody whose name was erased keeps her place
 * in the sentence; without anybody it was the portal itself.
 */
export function ActivitySentence({ entry }: { entry: Activity }) {
  const t = useTranslations("activity");
  if (!isAuditAction(entry.action)) return t("unknown");
  const { target } = entry;
  // Who accepts an invitation becomes a member in the same moment and is named as the one it was for.
  const actor = entry.actor.name === null && entry.actor.id === target.id ? target : entry.actor;
  const nameless = target.id === null ? "unnamed" : "erased";
  return t.rich(`actions.${entry.action}`, {
    outcome: entry.outcome,
    actor: actor.name ?? t(actor.id === null ? "system" : "erased.who"),
    target: target.name ?? t(`${nameless}.target`),
    toTarget: target.name ?? t(`${nameless}.toTarget`),
    who: (name) => <Name party={actor}>{name}</Name>,
    whom: (name) => <Name party={target}>{name}</Name>,
  });
}
