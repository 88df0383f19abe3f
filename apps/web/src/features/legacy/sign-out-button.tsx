import { useQueryClient } from "@tanstack/react-query";
import LogOut from "lucide-react/icons/log-out";
import { useTranslations } from "use-intl";
import { legacyKeys } from "../../entities/legacy/legacy-keys.ts";
import type { Scope } from "../../entities/organization/organization-keys.ts";
import { useAppMutation } from "../../platform/forms/use-app-mutation.ts";
import { Button } from "../../ui/button/button.tsx";
import { signOutFromLegacy } from "./legacy.api.ts";

/** Ends the portal session's sign-in to the legacy practice server. The session of the portal continues. */
export function SignOutButton({ scope }: { scope: Scope }) {
  const t = useTranslations("legacy");
  const client = useQueryClient();
  const { run, busy } = useAppMutation({
    mutate: signOutFromLegacy,
    onSuccess: () => client.resetQueries({ queryKey: legacyKeys.all(scope) }),
    toastTitle: t("signOut.failed"),
  });
  return (
    <Button icon={LogOut} busy={busy} onClick={() => void run()}>
      {t("signOut.action")}
    </Button>
  );
}
