import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { AssistantPage } from "../../features/assistant/assistant-page.tsx";
import { useHasPermission } from "../../platform/session/session-access.ts";
import { buttonClass } from "../../ui/button/button-style.ts";
import { linkClass } from "../../ui/button/link-style.ts";
import { OrganizationGate } from "./organization-gate.tsx";

/** /assistant: text prompts and dictation for the selected organization's AI. */
export function AssistantRoute() {
  const t = useTranslations("assistant");
  const managesAi = useHasPermission("ai:manage");
  const changesQuotas = useHasPermission("billing:write");
  const links = {
    providers: managesAi ? (
      <Link to="/organization" search={{ tab: "ai" }} className={buttonClass({ variant: "primary" })}>
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
    <OrganizationGate title={t("title")}>
      {(organizationId) => <AssistantPage organizationId={organizationId} links={links} />}
    </OrganizationGate>
  );
}
