import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { AssistantPage } from "../../features/assistant/assistant-page.tsx";
import { useMay } from "../../platform/session/session-access.ts";
import { buttonClass } from "../../ui/button-style.ts";
import { linkClass } from "../../ui/link-style.ts";
import { PracticeGate } from "./practice-gate.tsx";

/** /assistant: text prompts and dictation for the selected organization's AI. */
export function AssistantRoute() {
  const t = useTranslations("assistant");
  const managesAi = useMay("ai:manage");
  const changesQuotas = useMay("billing:write");
  const ways = {
    providers: managesAi ? (
      <Link to="/organization" search={{ tab: "ai" }} className={buttonClass({ kind: "primary" })}>
        {t("nothing.way")}
      </Link>
    ) : null,
    budget: changesQuotas ? (
      <Link to="/ai-usage" search={{}} className={linkClass}>
        {t("budget.way")}
      </Link>
    ) : null,
  };
  return (
    <PracticeGate title={t("title")}>
      {(organizationId) => <AssistantPage organizationId={organizationId} ways={ways} />}
    </PracticeGate>
  );
}
