import { useTranslations } from "use-intl";
import { Steps } from "../../ui/feedback/steps.tsx";
import { setupSteps, type SetupStep } from "./setup-draft.ts";

export function StepList({ current }: { current: SetupStep }) {
  const t = useTranslations("setup");
  return (
    <Steps
      label={t("steps")}
      steps={setupSteps.map((step) => t(`${step}.step`))}
      current={setupSteps.indexOf(current)}
      doneLabel={t("done")}
    />
  );
}
