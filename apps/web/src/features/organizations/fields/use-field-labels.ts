import {
  externalAccessDaysMax,
  invitationDaysMax,
  sessionHoursMax,
  sessionHoursMin,
  sessionIdleMinutesMax,
  sessionIdleMinutesMin,
} from "@praxisportal/contract/limits";
import { useTranslations } from "use-intl";
import type { FieldPath } from "./field-plan.ts";

/** Returns the labels and hints of organization fields. */
export function useFieldLabels(): {
  readonly label: (path: FieldPath) => string;
  readonly hint: (path: FieldPath) => string | undefined;
} {
  const t = useTranslations("organization-fields");
  return {
    label: (path) => t(`field.${path}`),
    hint(path) {
      switch (path) {
        case "type":
        case "verifiedAt":
        case "website":
        case "language":
        case "timezone":
        case "currency":
        case "supportEmail":
        case "fiscalYear":
        case "settings.security.twoFactorPolicy":
        case "settings.security.allowRememberMe":
        case "settings.notification.members":
        case "settings.notification.roles":
        case "settings.notification.security":
        case "settings.integration.allowApplications":
          return t(`hint.${path}`);
        case "settings.security.sessionIdleMinutes":
          return t(`hint.${path}`, { min: sessionIdleMinutesMin, max: sessionIdleMinutesMax });
        case "settings.security.sessionHours":
          return t(`hint.${path}`, { min: sessionHoursMin, max: sessionHoursMax });
        case "settings.advanced.invitationDays":
          return t(`hint.${path}`, { max: invitationDaysMax });
        case "settings.advanced.externalAccessDays":
          return t(`hint.${path}`, { max: externalAccessDaysMax });
        default:
          return undefined;
      }
    },
  };
}
