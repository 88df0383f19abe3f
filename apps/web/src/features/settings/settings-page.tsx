import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { useSession } from "../../platform/session/session.store.ts";
import { buttonClass } from "../../ui/button-style.ts";
import { Card } from "../../ui/card.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { AppearanceCard } from "./appearance-card.tsx";
import { LanguageCard } from "./language-card.tsx";
import { PersonCard } from "./person-card.tsx";

/** Own details, appearance, language, and the way to a new password. */
export function SettingsPage() {
  const t = useTranslations("settings");
  const user = useSession((session) => session.user);
  return (
    <div className="mx-auto max-w-160">
      <PageHead title={t("title")} fact={t("fact")} />
      <div className="mt-4 grid gap-4">
        {user !== null && <PersonCard key={user.id} user={user} />}
        <AppearanceCard />
        <LanguageCard />
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
      </div>
    </div>
  );
}
