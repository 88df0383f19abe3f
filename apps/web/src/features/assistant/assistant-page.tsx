import { useTranslations } from "use-intl";
import { PageHead } from "../../ui/page-head.tsx";

/** /assistant: write or dictate, look over what leaves the practice, read the answer as it comes. */
export function AssistantPage({ organizationId }: { organizationId: string }) {
  const t = useTranslations("assistant");
  return (
    <div className="mx-auto max-w-280" data-practice={organizationId}>
      <PageHead title={t("title")} fact={t("fact")} />
    </div>
  );
}
