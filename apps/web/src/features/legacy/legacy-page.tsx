import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import type { Scope } from "../../entities/organization/organization-keys.ts";
import { PageHeader } from "../../ui/layout/page-header.tsx";
import { HealthCard } from "./health-card.tsx";
import { LegacyFrame } from "./legacy-frame.tsx";
import { practiceQuery } from "./legacy.api.ts";
import { ListEntries } from "./list-entries.tsx";
import { ModeBadge } from "./mode-badge.tsx";
import { PracticeCard } from "./practice-card.tsx";

/** /legacy: state of the older practice server, its lists and its practice. `actions`: the sign-out. */
export function LegacyPage({ scope, actions }: { scope: Scope; actions?: ReactNode }) {
  const t = useTranslations("legacy");
  const { error } = useQuery(practiceQuery(scope));
  return (
    <LegacyFrame title={t("title")} scope={scope} error={error}>
      <PageHeader title={t("title")} mark={<ModeBadge />} subtitle={t("fact")} actions={actions} />
      <div className="mt-4 grid gap-4">
        <HealthCard scope={scope} />
        <ListEntries scope={scope} />
        <PracticeCard scope={scope} />
      </div>
    </LegacyFrame>
  );
}
