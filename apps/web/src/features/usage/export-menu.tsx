import Download from "lucide-react/icons/download";
import { useTranslations } from "use-intl";
import type { FileExport } from "../../platform/forms/use-file-export.ts";
import { Button } from "../../ui/button/button.tsx";
import { Menu } from "../../ui/overlay/menu.tsx";
import { exportUsage } from "./usage.api.ts";
import type { UsagePeriod } from "./usage-search.ts";

export interface ExportMenuProps {
  period: UsagePeriod;
  exporting: FileExport;
}

/** Exports the calls of the period as a file written by the server. */
export function ExportMenu({ period, exporting }: ExportMenuProps) {
  const t = useTranslations("usage");
  const { run, busy } = exporting;

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
        onSelect: () => void run(() => exportUsage(format, period)),
      }))}
    />
  );
}
