import Download from "lucide-react/icons/download";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { messageOf } from "../../platform/api-client/api-error.ts";
import { Button } from "../../ui/button.tsx";
import { Menu } from "../../ui/menu.tsx";
import { exportUsage } from "./usage.api.ts";
import type { UsagePeriod } from "./usage-search.ts";

export interface ExportMenuProps {
  period: UsagePeriod;
  /** Called with the server's error message; null on success. */
  onFailure: (text: string | null) => void;
}

/** Exports the calls of the period as a file written by the server. */
export function ExportMenu({ period, onFailure }: ExportMenuProps) {
  const t = useTranslations("usage");
  const common = useTranslations("common");
  const [busy, setBusy] = useState(false);

  async function save(format: "csv" | "json"): Promise<void> {
    setBusy(true);
    onFailure(null);
    try {
      await exportUsage(format, period);
    } catch (error) {
      onFailure(messageOf(error, common("error.title")));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Menu
      align="end"
      trigger={
        <Button icon={Download} busy={busy}>
          {t("export.open")}
        </Button>
      }
      items={(["csv", "json"] as const).map((format) => ({
        key: format,
        label: t(`export.${format}`),
        onSelect: () => void save(format),
      }))}
    />
  );
}
