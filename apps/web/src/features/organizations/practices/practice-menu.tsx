import type { ListedOrganization } from "@praxisportal/contract/organizations/organizations.schema";
import Ellipsis from "lucide-react/icons/ellipsis";
import { useTranslations } from "use-intl";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Menu } from "../../../ui/menu.tsx";
import { type PracticeStep, stepsFrom } from "./practice-steps.ts";

export type OnStep = (step: PracticeStep, practice: ListedOrganization) => void;

interface PracticeMenuProps {
  practice: ListedOrganization;
  /** When the list was fetched, in ms. */
  now: number;
  onStep: OnStep;
}

/** Row menu with the actions that the practice's status allows. */
export function PracticeMenu({ practice, now, onStep }: PracticeMenuProps) {
  const t = useTranslations("practices");
  const common = useTranslations("common");
  const { restorableUntil } = practice;
  const isLate = restorableUntil === null || Date.parse(restorableUntil) <= now;
  return (
    <Menu
      align="end"
      trigger={<IconButton icon={Ellipsis} size="small" label={common("rowMenu", { name: practice.name })} />}
      items={stepsFrom(practice.status).map((step) => ({
        key: step,
        label: t(`menu.${step}`),
        destructive: step === "remove",
        lineBefore: step === "remove",
        disabledReason: step === "restore" && isLate ? t("menu.late") : undefined,
        onSelect: () => onStep(step, practice),
      }))}
    />
  );
}
