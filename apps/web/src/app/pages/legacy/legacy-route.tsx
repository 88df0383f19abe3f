import { useTranslations } from "use-intl";
import { LegacyPage } from "../../../features/legacy/legacy-page.tsx";
import { LegacyGate } from "./legacy-gate.tsx";

/** /legacy: the start page of classic mode. */
export function LegacyRoute() {
  const t = useTranslations("legacy");
  return <LegacyGate title={t("title")}>{(scope) => <LegacyPage scope={scope} />}</LegacyGate>;
}
