import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import type { Scope } from "../../entities/organization/organization-keys.ts";
import { PageHeader } from "../../ui/layout/page-header.tsx";
import { HealthCard } from "./health-card.tsx";
import { LegacyFrame } from "./legacy-frame.tsx";
import { practiceQuery } from "./legacy.api.ts";
import { ListEntries } from "./list-entries.tsx";
import { ModeBadge } from "./mode-badge.tsx";
import { SignOutButton } from "./sign-out-button.tsx";
import { PracticeCard } from "./practice-card.tsx";

/** /legacy: state of the legacy practice server, its lists and its practice. */
export function LegacyPage({ scope }: { scope: Scope }) {
  const t = useTranslations("legacy");
  const { error, isSuccess } = useQuery(practiceQuery(scope));
  // Without a scope, the session is one of the practice server, and the layout has its sign-out button.
  const signOut = scope !== null && isSuccess && <SignOutButton scope={scope} />;
  return (
    <LegacyFrame title={t("title")} scope={scope} error={error}>
      <PageHeader
        title={t("title")}
        mark={<ModeBadge />}
        subtitle={t("subtitle")}
        actions={signOut || undefined}
      />
      <div className="mt-4 grid gap-4">
        <HealthCard scope={scope} />
        <ListEntries scope={scope} />
        <PracticeCard scope={scope} />
      </div>
    </LegacyFrame>
  );
}
