import { useTranslations } from "use-intl";
import { StatusBadge, type StatusMeaning } from "../../../ui/label/status-badge.tsx";
import type { ProviderState } from "./provider-state.ts";

const meanings: Record<ProviderState, StatusMeaning> = {
  ready: "active",
  off: "deactivated",
  stopped: "blocked",
  incomplete: "warning",
};

export function ProviderBadge({ state }: { state: ProviderState }) {
  const t = useTranslations("ai-providers");
  return <StatusBadge meaning={meanings[state]}>{t(`state.${state}`)}</StatusBadge>;
}
