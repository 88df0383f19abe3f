import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { buttonClass } from "../../ui/button/button-style.ts";
import { MessagePage } from "../shell/message-page.tsx";

/** Page for every URL without a route. It needs no sign-in and does not reveal which pages exist. */
export function NotFoundPage() {
  const t = useTranslations("frame");
  return (
    <MessagePage title={t("titles.notFound")} text={t("notFoundText")}>
      <Link to="/dashboard" className={buttonClass({ variant: "primary" })}>
        {t("home")}
      </Link>
    </MessagePage>
  );
}
