import { useTranslations } from "use-intl";
import { notify } from "../../features/notifications/notifications.actions.ts";
import { AllTokens } from "../../features/org-tokens/all-tokens.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { pickPractice } from "./pick-practice.tsx";

/** /admin/client-tokens: the application tokens of all organizations. */
export function ClientTokensRoute() {
  const t = useTranslations("client-tokens");
  return (
    <AllTokens
      place="/admin/client-tokens"
      pickPractice={pickPractice}
      tell={(message) => void notify({ type: "success", message })}
      head={(actions) => <PageHead title={t("title")} fact={t("fact")} actions={actions} />}
    />
  );
}
