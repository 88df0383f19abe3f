import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { buttonClass } from "../../ui/button-style.ts";
import { useMay } from "../../platform/session/session-access.ts";

/** Links to the assistant, for users who may use AI. */
export function StartUsing() {
  const t = useTranslations("usage");
  if (!useMay("ai:use")) return null;
  return (
    <Link to="/assistant" className={buttonClass({ kind: "secondary" })}>
      {t("empty.start")}
    </Link>
  );
}
