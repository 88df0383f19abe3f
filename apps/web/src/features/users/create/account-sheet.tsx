import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { organizationQuery } from "../../../entities/organization/organization.api.ts";
import { useSession } from "../../../platform/session/session.store.ts";
import { InfoSheet } from "../../../ui/overlay/info-sheet.tsx";
import { type User } from "../people.api.ts";
import { nameOf } from "../../../entities/person/person-name.ts";

export interface StartSheetProps {
  organizationId: string;
  user: User;
  /** Temporary password, which is the only secret on the sheet. */
  password: string;
  /** Localized expiry of the password. */
  until?: string | undefined;
}

/** Printable sheet for a new user. The practice code is for browsers on which the organization was never used. */
export function AccountSheet({ organizationId, user, password, until }: StartSheetProps) {
  const t = useTranslations("people");
  const organization = useSession((session) => session.organization?.name ?? "");
  const code = useQuery(organizationQuery(organizationId)).data?.practiceCode;
  const address = `${location.origin}/login`;
  return (
    <InfoSheet
      title={t("startSheet.title", { name: nameOf(user) })}
      details={[
        [t("startSheet.address"), address],
        [t("startSheet.organization"), organization],
        ...(code === undefined ? [] : [[t("startSheet.practiceCode"), code] as const]),
        [t("field.username"), user.username ?? ""],
        [t(user.mustChangePassword ? "startSheet.password" : "field.password"), password],
        ...(until === undefined ? [] : [[t("startSheet.until"), until] as const]),
      ]}
      stepsTitle={t("startSheet.steps")}
      steps={[
        t("startSheet.open", { address }),
        t("startSheet.signIn"),
        ...(user.mustChangePassword ? [t("startSheet.change")] : []),
      ]}
      care={t("startSheet.care")}
    />
  );
}
