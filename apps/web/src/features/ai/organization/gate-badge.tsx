import { useTranslations } from "use-intl";
import { StatusBadge } from "../../../ui/label/status-badge.tsx";
import type { AiProvider } from "../ai.api.ts";

/** Badge that shows whether the organization may use a provider. */
export function GateBadge({ provider }: { provider: AiProvider }) {
  const t = useTranslations("ai-organization");
  const gate = provider.organization;
  if (gate === null) return null;
  if (gate.usable) return <StatusBadge meaning="ok">{t("gate.usable")}</StatusBadge>;
  if (gate.stopped !== null)
    return <StatusBadge meaning="blocked">{t(`gate.stopped.${gate.stopped}`)}</StatusBadge>;
  return <StatusBadge meaning="warning">{t("gate.missing", { count: gate.missing.length })}</StatusBadge>;
}
