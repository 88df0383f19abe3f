import { useTranslations } from "use-intl";
import { PatientsPage } from "../../../features/legacy/patients-page.tsx";
import { LegacyGate } from "./legacy-gate.tsx";

/** /patienten: the patients of the legacy practice server. */
export function PatientsRoute() {
  const t = useTranslations("legacy");
  return <LegacyGate title={t("patients.title")}>{(scope) => <PatientsPage scope={scope} />}</LegacyGate>;
}
