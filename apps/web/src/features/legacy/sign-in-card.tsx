import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { legacyKeys } from "../../entities/legacy/legacy-keys.ts";
import type { Scope } from "../../entities/organization/organization-keys.ts";
import { AppForm } from "../../platform/forms/app-form.tsx";
import { PasswordField, TextField } from "../../platform/forms/fields.tsx";
import { useAppForm } from "../../platform/forms/use-app-form.ts";
import { validationText } from "../../platform/validation/validation-text.ts";
import { Button } from "../../ui/button/button.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { signInToLegacy } from "./legacy.api.ts";

/** Signs the portal's session in to the legacy practice server, which has its own accounts. */
export function SignInCard({ scope }: { scope: Scope }) {
  const t = useTranslations("legacy");
  const client = useQueryClient();
  const form = useAppForm({
    values: { username: "", password: "" },
    keepsInput: false,
    check: async (values) => {
      const required = await validationText("required");
      const missingFields = (["username", "password"] as const).filter((name) => values[name].trim() === "");
      return Object.fromEntries(missingFields.map((name) => [name, required]));
    },
    send: ({ username, password }) => signInToLegacy({ username: username.trim(), password }),
    onSuccess: () => client.resetQueries({ queryKey: legacyKeys.all(scope) }),
    onFailure: () => form.clear("password"),
  });
  const { field, busy } = form;
  return (
    <Card className="mt-4 max-w-120" title={t("signIn.title")} description={t("signIn.text")}>
      <AppForm form={form} label={t("signIn.title")} failureTitle={t("signIn.failed")}>
        <TextField
          {...field("username")}
          label={t("signIn.username")}
          autoComplete="off"
          autoCapitalize="none"
        />
        <PasswordField {...field("password")} label={t("signIn.password")} autoComplete="off" />
        <div>
          <Button type="submit" variant="primary" busy={busy} busyLabel={t("signIn.running")}>
            {t("signIn.submit")}
          </Button>
        </div>
      </AppForm>
    </Card>
  );
}
