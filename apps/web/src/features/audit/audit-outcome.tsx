import { useTranslations } from "use-intl";
import { StatusBadge } from "../../ui/label/status-badge.tsx";
import type { AuditEntry } from "./audit.api.ts";

const meanings = { success: "ok", denied: "blocked", failed: "failed" } as const;

export function AuditOutcome({ outcome }: { outcome: AuditEntry["outcome"] }) {
  const t = useTranslations("audit");
  return <StatusBadge meaning={meanings[outcome]}>{t(`outcome.${outcome}`)}</StatusBadge>;
}
