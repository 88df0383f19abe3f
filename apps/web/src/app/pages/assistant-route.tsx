import { useTranslations } from "use-intl";
import { AssistantPage } from "../../features/assistant/assistant-page.tsx";
import { PracticeGate } from "./practice-gate.tsx";

/** /assistant: texts and dictations for the AI of the practice of this tab. */
export function AssistantRoute() {
  const t = useTranslations("assistant");
  return (
    <PracticeGate title={t("title")}>
      {(organizationId) => <AssistantPage organizationId={organizationId} />}
    </PracticeGate>
  );
}
