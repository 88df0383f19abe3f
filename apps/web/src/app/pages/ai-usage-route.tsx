import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { AiUsagePage } from "../../features/usage/ai-usage-page.tsx";
import { useHasPermission } from "../../platform/session/session-access.ts";
import { nameLinkClass } from "../../ui/button/link-style.ts";
import { OrganizationGate } from "./organization-gate.tsx";
import { OpenAssistantLink } from "./open-assistant-link.tsx";

/** /ai-usage: AI usage of the selected organization. */
export function AiUsageRoute() {
  const t = useTranslations("usage");
  const { period } = useSearch({ from: "/signed-in/ai-usage" });
  const navigate = useNavigate();
  const canOpen = useHasPermission("users:read");
  return (
    <OrganizationGate title={t("aiTitle")}>
      {(organizationId) => (
        <AiUsagePage
          organizationId={organizationId}
          period={period ?? "current"}
          onPeriod={(next) =>
            void navigate({
              to: "/ai-usage",
              search: next === "month" ? { period: next } : {},
              resetScroll: false,
            })
          }
          nameOf={(userId, name) =>
            canOpen ? (
              <Link to="/users/$userId" params={{ userId }} search={{ tab: "ai" }} className={nameLinkClass}>
                {name}
              </Link>
            ) : (
              name
            )
          }
          start={<OpenAssistantLink />}
        />
      )}
    </OrganizationGate>
  );
}
