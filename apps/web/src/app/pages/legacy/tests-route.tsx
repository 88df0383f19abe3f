import { useTranslations } from "use-intl";
import { TestsPage } from "../../../features/legacy/tests-page.tsx";
import { LegacyGate } from "./legacy-gate.tsx";

/** /tests: the test descriptions of the legacy practice server. */
export function TestsRoute() {
  const t = useTranslations("legacy");
  return <LegacyGate title={t("tests.title")}>{(scope) => <TestsPage scope={scope} />}</LegacyGate>;
}
