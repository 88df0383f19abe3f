import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { buttonClass } from "../../ui/button/button-style.ts";
import { useHasPermission } from "../../platform/session/session-access.ts";

/** Links to the assistant, for users who may use AI. */
export function OpenAssistantLink() {
  const t = useTranslations("usage");
  if (!useHasPermission("ai:use")) return null;
  return (
    <Link to="/assistant" className={buttonClass({ variant: "secondary" })}>
      {t("empty.start")}
    </Link>
  );
}
