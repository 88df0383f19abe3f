import { useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { OrganizationChoice } from "../../features/auth/organization-choice.tsx";
import { useOrganizationChoice } from "../../features/auth/use-organization-choice.ts";
import { notify } from "../../platform/notifications/notifications.actions.ts";
import { PasswordResetPage } from "../../features/password-reset/password-reset-page.tsx";
import { ResetLinkPage } from "../../features/password-reset/reset-link-page.tsx";

/** Returns to the login page and confirms the reset there. */
function useGoToLogin(): () => void {
  const t = useTranslations("password-reset");
  const navigate = useNavigate();
  return () => {
    notify({ type: "success", title: t("done.title"), message: t("done.text") });
    void navigate({ to: "/login", search: {}, replace: true });
  };
}

export function PasswordResetRoute() {
  const { way } = useSearch({ from: "/password-reset" });
  const organization = useOrganizationChoice();
  const goToLogin = useGoToLogin();
  return (
    <PasswordResetPage
      method={way ?? "mail"}
      organization={{
        field: <OrganizationChoice {...organization.field} />,
        name: organization.name,
        checkInput: organization.checkInput,
        resolve: organization.resolve,
      }}
      onDone={goToLogin}
    />
  );
}

/** /password-reset/{token} */
export function ResetLinkRoute() {
  return <ResetLinkPage onDone={useGoToLogin()} />;
}
