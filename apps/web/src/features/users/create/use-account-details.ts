import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { organizationQuery } from "../../../entities/organization/organization.api.ts";
import { useSession } from "../../../platform/session/session.store.ts";
import type { User } from "../people.api.ts";

export interface NewAccount {
  organizationId: string;
  user: User;
  /** Temporary password, which is the only secret among the details. */
  password: string;
  /** Localized expiry of the password. */
  until?: string | undefined;
}

/** Address of the login page, as handed over to a new user. */
export const loginAddress = () => `${location.origin}/login`;

/**
 * Returns what a new user needs for the first sign-in, with labels. The practice code is for browsers on which the
 * organization was never used.
 */
export function useAccountDetails({ organizationId, user, password, until }: NewAccount) {
  const t = useTranslations("people");
  const organization = useSession((session) => session.organization?.name ?? "");
  const code = useQuery(organizationQuery(organizationId)).data?.practiceCode;
  const details: readonly (readonly [label: string, value: string])[] = [
    [t("startSheet.address"), loginAddress()],
    [t("startSheet.organization"), organization],
    ...(code === undefined ? [] : [[t("startSheet.practiceCode"), code] as const]),
    [t("field.username"), user.username ?? ""],
    [t(user.mustChangePassword ? "startSheet.password" : "field.password"), password],
    ...(until === undefined ? [] : [[t("startSheet.until"), until] as const]),
  ];
  return details;
}
