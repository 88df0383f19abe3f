import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { buttonClass } from "../../ui/button-style.ts";
import { StandalonePage } from "../shell/standalone-page.tsx";

/** Every address without a route; needs no login and says nothing about what exists behind it. */
export function NotFoundPage() {
  const t = useTranslations("frame");
  return (
    <StandalonePage title={t("titles.notFound")} text={t("notFoundText")}>
      <Link to="/dashboard" className={buttonClass({ kind: "primary" })}>
        {t("home")}
      </Link>
    </StandalonePage>
  );
}
