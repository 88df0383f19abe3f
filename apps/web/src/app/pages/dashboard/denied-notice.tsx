import { useState } from "react";
import { useTranslations } from "use-intl";
import { routeTable } from "../../router/route-table.ts";
import { ErrorBox } from "../../../ui/feedback/message-box.tsx";

/** Explains why a page did not open and who can grant access. */
export function DeniedNotice({ path }: { path: string }) {
  const t = useTranslations("dashboard");
  const titles = useTranslations("frame.titles");
  const common = useTranslations("common");
  const [isClosed, setIsClosed] = useState(false);
  const row = Object.values(routeTable).find((candidate) => candidate.path === path);
  if (isClosed || row === undefined || !("title" in row)) return null;
  return (
    <ErrorBox
      className="mb-4"
      variant="warning"
      dismissible
      closeLabel={common("close")}
      onHide={() => setIsClosed(true)}
      title={t("denied.title", { page: titles(row.title) })}
    >
      {t("denied.text")}
    </ErrorBox>
  );
}
