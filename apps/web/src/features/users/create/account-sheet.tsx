import { useTranslations } from "use-intl";
import { nameOf } from "../../../entities/person/person-name.ts";
import { InfoSheet } from "../../../ui/overlay/info-sheet.tsx";
import type { User } from "../people.api.ts";
import { loginAddress, type useAccountDetails } from "./use-account-details.ts";

interface AccountSheetProps {
  user: User;
  details: ReturnType<typeof useAccountDetails>;
}

/** Printable sheet for a new user. */
export function AccountSheet({ user, details }: AccountSheetProps) {
  const t = useTranslations("people");
  return (
    <InfoSheet
      title={t("startSheet.title", { name: nameOf(user) })}
      details={details}
      stepsTitle={t("startSheet.steps")}
      steps={[
        t("startSheet.open", { address: loginAddress() }),
        t("startSheet.signIn"),
        ...(user.mustChangePassword ? [t("startSheet.change")] : []),
      ]}
      care={t("startSheet.care")}
    />
  );
}
