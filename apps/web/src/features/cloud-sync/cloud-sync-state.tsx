import Clock from "lucide-react/icons/clock";
import RefreshCw from "lucide-react/icons/refresh-cw";
import { useTranslations } from "use-intl";
import { Badge } from "../../ui/label/badge.tsx";
import { StatusBadge } from "../../ui/label/status-badge.tsx";
import type { CloudSync } from "./cloud-sync.api.ts";

/** Shows the state of the last backup, or of the backup in progress. */
export function CloudSyncState({ state }: Pick<CloudSync, "state">) {
  const t = useTranslations("cloud-sync");
  const text = t(`state.${state}`);
  if (state === "succeeded") return <StatusBadge meaning="ok">{text}</StatusBadge>;
  if (state === "failed") return <StatusBadge meaning="failed">{text}</StatusBadge>;
  return (
    <Badge tone={state === "never" ? "neutral" : "info"} icon={state === "never" ? Clock : RefreshCw}>
      {text}
    </Badge>
  );
}
