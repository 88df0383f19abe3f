import { useTranslations } from "use-intl";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { Card } from "../../../ui/layout/card.tsx";
import type { UserSecurity } from "./person-security.api.ts";
import { Dotted } from "../../../ui/label/dotted.tsx";

/**
 * Applications with access on behalf of the person in this organization. Ending all sessions also revokes their access.
 */
export function ApplicationsCard({ applications }: { applications: UserSecurity["applications"] }) {
  const t = useTranslations("person-security");
  const format = useFormat();
  if (applications.length === 0) return null;
  return (
    <Card title={t("apps.title")} description={t("apps.text")}>
      <ul>
        {applications.map((application) => (
          <li
            key={application.name}
            className="border-t border-line py-3 first:border-t-0 first:pt-0 last:pb-0"
          >
            <p className="text-body font-label text-text">{application.name}</p>
            <p className="text-dense text-text-2">
              <Dotted
                details={[
                  t("apps.tokens", { count: application.tokens }),
                  application.lastUsedAt === null
                    ? t("apps.unused")
                    : t("apps.used", { time: format.momentInText(application.lastUsedAt) }),
                  t("apps.until", { time: format.momentInText(application.expiresAt) }),
                ]}
              />
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}
