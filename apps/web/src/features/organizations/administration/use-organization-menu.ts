import type { ListedOrganization } from "@praxisportal/contract/organizations/organizations.schema";
import { useTranslations } from "use-intl";
import { useWriteBlock } from "../../../platform/forms/write-block.tsx";
import type { MenuEntry } from "../../../ui/overlay/menu-props.ts";
import { type OrganizationStep, stepsFrom } from "./organization-steps.ts";

export type OnStep = (step: OrganizationStep, organization: ListedOrganization) => void;

/**
 * Returns the row menu with the actions that an organization's status allows.
 * @param now Time at which the list was fetched, in ms.
 */
export function useOrganizationMenu(
  now: number,
  onStep: OnStep,
): (organization: ListedOrganization) => readonly MenuEntry[] {
  const t = useTranslations("organization-administration");
  const block = useWriteBlock();
  return (organization) => {
    const { restorableUntil } = organization;
    const isExpired = restorableUntil === null || Date.parse(restorableUntil) <= now;
    return stepsFrom(organization.status).map((step) => ({
      key: step,
      label: t(`menu.${step}`),
      destructive: step === "remove",
      hasSeparator: step === "remove",
      disabledReason: block ?? (step === "restore" && isExpired ? t("menu.late") : undefined),
      onSelect: () => onStep(step, organization),
    }));
  };
}
