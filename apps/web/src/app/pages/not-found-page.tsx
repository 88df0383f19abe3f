import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { buttonClass } from "../../ui/button/button-style.ts";
import { StandalonePage } from "../shell/standalone-page.tsx";

/** Shown for every URL without a route. Needs no sign-in and does not reveal what exists. */
export function NotFoundPage() {
  const t = useTranslations("frame");
  return (
    <StandalonePage title={t("titles.notFound")} text={t("notFoundText")}>
      <Link to="/dashboard" className={buttonClass({ variant: "primary" })}>
        {t("home")}
      </Link>
    </StandalonePage>
  );
}
