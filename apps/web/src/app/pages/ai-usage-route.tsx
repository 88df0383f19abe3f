import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { notify } from "../../features/notifications/notifications.actions.ts";
import { AiUsagePage } from "../../features/usage/ai-usage-page.tsx";
import { useMay } from "../../platform/session/session-access.ts";
import { nameLinkClass } from "../../ui/link-style.ts";
import { PracticeGate } from "./practice-gate.tsx";
import { StartUsing } from "./start-using.tsx";

/** /ai-usage: AI usage of the selected organization. */
export function AiUsageRoute() {
  const t = useTranslations("usage");
  const { period } = useSearch({ from: "/signed-in/ai-usage" });
  const navigate = useNavigate();
  const mayOpen = useMay("users:read");
  return (
    <PracticeGate title={t("aiTitle")}>
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
            mayOpen ? (
              <Link to="/users/$userId" params={{ userId }} search={{ tab: "ai" }} className={nameLinkClass}>
                {name}
              </Link>
            ) : (
              name
            )
          }
          start={<StartUsing />}
          tell={(message) => void notify({ type: "success", message })}
        />
      )}
    </PracticeGate>
  );
}
