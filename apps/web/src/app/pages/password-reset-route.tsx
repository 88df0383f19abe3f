import { useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { PracticeChoice } from "../../features/auth/practice-choice.tsx";
import { usePracticeChoice } from "../../features/auth/use-practice-choice.ts";
import { notify } from "../../features/notifications/notifications.actions.ts";
import { PasswordResetPage } from "../../features/password-reset/password-reset-page.tsx";
import { ResetLinkPage } from "../../features/password-reset/reset-link-page.tsx";

/** Returns to the login page and confirms the reset there. */
function useToLogin(): () => void {
  const t = useTranslations("password-reset");
  const navigate = useNavigate();
  return () => {
    notify({ type: "success", title: t("done.title"), message: t("done.text") });
    void navigate({ to: "/login", search: {}, replace: true });
  };
}

/** /password-reset */
export function PasswordResetRoute() {
  const { way } = useSearch({ from: "/password-reset" });
  const practice = usePracticeChoice();
  const toLogin = useToLogin();
  return (
    <PasswordResetPage
      way={way ?? "mail"}
      practice={{
        field: <PracticeChoice {...practice.field} />,
        name: practice.name,
        resolve: practice.resolve,
      }}
      onDone={toLogin}
    />
  );
}

/** /password-reset/{token} */
export function ResetLinkRoute() {
  return <ResetLinkPage onDone={useToLogin()} />;
}
