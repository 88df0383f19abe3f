import { useQuery } from "@tanstack/react-query";
import Check from "lucide-react/icons/check";
import Info from "lucide-react/icons/info";
import type { LucideIcon } from "lucide-react";
import { useId } from "react";
import { useTranslations } from "use-intl";
import { twoFactorQuery } from "../../../features/two-factor/two-factor.api.ts";
import { useSession } from "../../../platform/session/session.store.ts";
import { Card } from "../../../ui/layout/card.tsx";

interface ListProps {
  title: string;
  icon: LucideIcon;
  colorClass: string;
  lines: readonly string[];
}

function List({ title, icon: Icon, colorClass, lines }: ListProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId}>
      <h3 id={titleId} className="text-dense font-strong text-text">
        {title}
      </h3>
      <ul className="mt-2 grid gap-2">
        {lines.map((line) => (
          <li key={line} className="flex items-start gap-2 text-dense text-text-2">
            <Icon size={16} strokeWidth={2} className={`mt-0.5 shrink-0 ${colorClass}`} aria-hidden />
            {line}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The permissions and obligations of the user's platform role. */
export function PlatformRightsCard() {
  const t = useTranslations("superadmin-profile");
  const roles = useTranslations("roles");
  const role = useSession((session) => session.user?.role.type);
  const { data: factor } = useQuery(twoFactorQuery);
  const factorRule = factor?.required === false ? "rules.factorDemo" : "rules.factor";
  return (
    <Card title={t("rights.title")} description={role && t("rights.text", { role: roles(role) })}>
      <div className="grid gap-5 lg:grid-cols-2">
        <List
          title={t("rights.mayTitle")}
          icon={Check}
          colorClass="text-success"
          lines={[
            t("rights.may.organizations"),
            t("rights.may.people"),
            t("rights.may.access"),
            t("rights.may.limits"),
          ]}
        />
        <List
          title={t("rights.rulesTitle")}
          icon={Info}
          colorClass="text-info"
          lines={[
            t("rights.rules.visits"),
            t(`rights.${factorRule}`),
            t("rights.rules.proof"),
            t("rights.rules.role"),
          ]}
        />
      </div>
    </Card>
  );
}
