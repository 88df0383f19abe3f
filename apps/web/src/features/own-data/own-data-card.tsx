import Download from "lucide-react/icons/download";
import { useTranslations } from "use-intl";
import { useAppMutation } from "../../platform/forms/use-app-mutation.ts";
import { Button } from "../../ui/button/button.tsx";
import { ErrorBox } from "../../ui/feedback/message-box.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { saveOwnData } from "./own-data.api.ts";

/** Saves everything that is stored about the user as a file. */
export function OwnDataCard() {
  const t = useTranslations("own-data");
  const saving = useAppMutation({ mutate: (_subject: "file") => saveOwnData() });
  return (
    <Card title={t("title")} description={t("text")}>
      {saving.failure !== null && (
        <div className="mb-4">
          <ErrorBox persistent title={t("failed")}>
            {saving.failure}
          </ErrorBox>
        </div>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="min-w-0 flex-1 basis-60 text-dense text-text-2">{t("contents")}</p>
        <Button icon={Download} busy={saving.busy} onClick={() => void saving.run("file")}>
          {t("save")}
        </Button>
      </div>
    </Card>
  );
}
