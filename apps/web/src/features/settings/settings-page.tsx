import type { ReactNode } from "react";
import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { OfflineWritable } from "../../platform/forms/write-block.tsx";
import { buttonClass } from "../../ui/button/button-style.ts";
import { Card } from "../../ui/layout/card.tsx";
import { PageHeader } from "../../ui/layout/page-header.tsx";
import { AppearanceCard } from "./appearance-card.tsx";
import { DigestCard } from "./digest-card.tsx";
import { LanguageCard } from "./language-card.tsx";

/** Shows the appearance, the language, the pending changes, a link to change the password, and the user's own data. */
export function SettingsPage({ pendingChanges, ownData }: { pendingChanges: ReactNode; ownData: ReactNode }) {
  const t = useTranslations("settings");
  return (
    <div className="max-w-160">
      <PageHeader title={t("title")} subtitle={t("subtitle")} />
      <div className="mt-4 grid gap-4">
        <OfflineWritable>
          <AppearanceCard />
          <LanguageCard />
        </OfflineWritable>
        <DigestCard />
        {pendingChanges}
        <Card title={t("security.title")}>
          <div className="flex flex-wrap items-center justify-between gap-3">
            <div>
              <p className="font-strong text-text">{t("security.password")}</p>
              <p className="text-dense text-text-2">{t("security.passwordText")}</p>
            </div>
            <Link to="/change-password" className={buttonClass()}>
              {t("security.change")}
            </Link>
          </div>
        </Card>
        {ownData}
      </div>
    </div>
  );
}
