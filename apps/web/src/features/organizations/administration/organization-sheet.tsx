import type { CreatedOrganization } from "@praxisportal/contract/organizations/organization-changes.schema";
import { useTranslations } from "use-intl";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { InfoSheet } from "../../../ui/overlay/info-sheet.tsx";

interface OrganizationSheetProps {
  organization: CreatedOrganization;
  /** Data for the first sign-in, as shown in the dialog. */
  lines: readonly (readonly [label: string, value: string])[];
}

/** Printable sheet to hand over a new organization. It contains everything needed to sign in with a new browser. */
export function OrganizationSheet({ organization, lines }: OrganizationSheetProps) {
  const t = useTranslations("organization-steps");
  const format = useFormat();
  const { trialEndsAt, administrator } = organization;
  const address = `${location.origin}/login`;
  const hasPassword = (administrator?.temporaryPassword ?? null) !== null;
  const trialEnd = trialEndsAt === null ? null : format.date(trialEndsAt);
  return (
    <InfoSheet
      title={t("sheet.title", { name: organization.name })}
      details={[
        ...lines,
        ...(hasPassword ? [[t("sheet.valid"), t("sheet.untilFirstSignIn")] as const] : []),
        ...(trialEnd === null ? [] : [[t("sheet.trial"), trialEnd] as const]),
      ]}
      stepsTitle={t("sheet.steps")}
      steps={[
        t("sheet.open", { address }),
        t(hasPassword ? "sheet.signInWithPassword" : "sheet.signIn"),
        ...(hasPassword ? [t("sheet.change")] : []),
        ...(trialEnd === null ? [] : [t("sheet.plan", { date: trialEnd })]),
      ]}
      care={t(hasPassword ? "sheet.care" : "sheet.noSecret")}
    />
  );
}
