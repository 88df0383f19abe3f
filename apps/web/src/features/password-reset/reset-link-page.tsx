import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { isApiError } from "../../platform/api-client/api-error.ts";
import { AppForm } from "../../platform/forms/app-form.tsx";
import { useAppForm } from "../../platform/forms/use-app-form.ts";
import { useFormat } from "../../platform/i18n/use-format.ts";
import { CheckedLinkProgress } from "../../platform/session/mailed-link/checked-link-progress.tsx";
import { useCheckedLink } from "../../platform/session/mailed-link/use-checked-link.ts";
import { useLinkToken } from "../../platform/session/mailed-link/use-link-token.ts";
import { newPasswordErrors } from "../../platform/validation/new-password-errors.ts";
import { NewPasswordFields } from "../../platform/validation/new-password-fields.tsx";
import { Button } from "../../ui/button/button.tsx";
import { buttonClass } from "../../ui/button/button-style.ts";
import { StandaloneLayout, StandaloneHeader } from "../../ui/layout/standalone-layout.tsx";
import { confirmNewPassword, fetchResetLink } from "./password-reset.api.ts";

interface NewPasswordFormProps {
  token: string;
  onDone: () => void;
  onInvalid: () => void;
}

/** The link does not reveal the user, so only the server can reject passwords that contain their name. */
const noContext = {};

function NewPasswordForm({ token, onDone, onInvalid }: NewPasswordFormProps) {
  const t = useTranslations("password-reset");
  const form = useAppForm({
    values: { newPassword: "", confirmation: "" },
    check: (values) => newPasswordErrors(values.newPassword, values.confirmation, noContext, "newPassword"),
    send: ({ newPassword }) => confirmNewPassword(token, newPassword),
    onSuccess: onDone,
    onFailure: (error) => isApiError(error, "LINK_INVALID") && onInvalid(),
  });
  return (
    <AppForm form={form} label={t("link.title")} failureTitle={t("failed")} className="mt-6 max-w-96">
      <NewPasswordFields
        label={t("next")}
        confirmLabel={t("confirm")}
        password={form.field("newPassword")}
        confirmation={form.field("confirmation")}
        context={noContext}
      />
      <div>
        <Button
          className="max-md:w-full"
          type="submit"
          variant="primary"
          size="large"
          busy={form.busy}
          busyLabel={t("busy")}
        >
          {t("submit")}
        </Button>
      </div>
    </AppForm>
  );
}

function Content({ onDone }: { onDone: () => void }) {
  const t = useTranslations("password-reset");
  const format = useFormat();
  const token = useLinkToken("/password-reset");
  const { state, retry, markInvalid } = useCheckedLink(token, fetchResetLink);
  // Without its token, the URL opens the form that requests a link.
  if (state.kind === "invalid" || state.kind === "incomplete") {
    return (
      <>
        <StandaloneHeader title={t("invalid.title")}>{t("invalid.text")}</StandaloneHeader>
        {/* Own key: otherwise React reuses the node of the progress line, which would visibly move down. */}
        <div key="ways" className="button-row mt-6 flex flex-wrap gap-2">
          <Link to="/password-reset" search={{}} className={buttonClass({ variant: "primary" })}>
            {t("invalid.again")}
          </Link>
          <Link to="/login" search={{}} className={buttonClass()}>
            {t("toLogin")}
          </Link>
        </div>
      </>
    );
  }
  return (
    <>
      <StandaloneHeader title={t("link.title")}>
        {state.kind === "open" && t("link.text", { time: format.time(state.view) })}
      </StandaloneHeader>
      <CheckedLinkProgress
        state={state}
        checkingText={t("link.checking")}
        failedTitle={t("link.unknown")}
        onRetry={retry}
      />
      {state.kind === "open" && <NewPasswordForm token={token} onDone={onDone} onInvalid={markInvalid} />}
    </>
  );
}

/** /password-reset/{token}: sets a new password with the emailed link. Does not sign in. */
export function ResetLinkPage({ onDone }: { onDone: () => void }) {
  const frame = useTranslations("frame");
  return (
    <StandaloneLayout product={frame("product")}>
      <Content onDone={onDone} />
    </StandaloneLayout>
  );
}
