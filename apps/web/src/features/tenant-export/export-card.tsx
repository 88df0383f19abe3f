import Download from "lucide-react/icons/download";
import { useTranslations } from "use-intl";
import { useAppMutation } from "../../platform/forms/use-app-mutation.ts";
import { Button } from "../../ui/button/button.tsx";
import { ErrorBox } from "../../ui/feedback/message-box.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { exportTenantData, type TenantExportFormat } from "./tenant-export.api.ts";

// Listed here to keep the contract's schemas out of the bundle.
const formats = ["json", "archive"] as const satisfies readonly TenantExportFormat[];

/** Saves all data of an organization as a file. It also works while the organization is read-only. */
export function ExportCard({ organizationId }: { organizationId: string }) {
  const t = useTranslations("tenant-export");
  const exporting = useAppMutation({
    mutate: (format: TenantExportFormat) => exportTenantData(organizationId, format),
  });
  return (
    <Card
      flush
      title={t("title")}
      description={t("text")}
      footer={<p className="text-small text-text-3">{t("recorded")}</p>}
    >
      {exporting.failure !== null && (
        <div className="px-5 pt-4">
          <ErrorBox persistent title={t("failed")}>
            {exporting.failure}
          </ErrorBox>
        </div>
      )}
      <ul className="divide-y divide-line">
        {formats.map((format) => (
          <li
            key={format}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-5 py-4 text-dense"
          >
            <div className="min-w-0 flex-1 basis-60">
              <p className="font-strong text-text">{t(`format.${format}.name`)}</p>
              <p className="text-text-2">{t(`format.${format}.text`)}</p>
            </div>
            <Button
              icon={Download}
              busy={exporting.pending === format}
              aria-label={t(`format.${format}.save`)}
              onClick={() => void exporting.run(format)}
            >
              {t("save")}
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
