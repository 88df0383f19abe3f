import { useNavigate } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { notify } from "../../features/notifications/notifications.actions.ts";
import type { Notify } from "../../features/users/person-ref.ts";

/** Returns a function that confirms an action on a member and links to the member's page. */
export function useNotify(): Notify {
  const t = useTranslations("people");
  const navigate = useNavigate();
  return (message, userId) => {
    notify({
      type: "success",
      message,
      ...(userId === undefined
        ? {}
        : {
            action: {
              label: t("success.open"),
              handler: () => void navigate({ to: "/users/$userId", params: { userId } }),
            },
          }),
    });
  };
}
