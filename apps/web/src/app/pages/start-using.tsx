import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { buttonClass } from "../../ui/button-style.ts";
import { useMay } from "../../platform/session/session-access.ts";

/** Leads to where the AI is used, for whoever may use it. */
export function StartUsing() {
  const t = useTranslations("usage");
  if (!useMay("ai:use")) return null;
  return (
    <Link to="/assistant" className={buttonClass({ kind: "secondary" })}>
      {t("empty.start")}
    </Link>
  );
}
