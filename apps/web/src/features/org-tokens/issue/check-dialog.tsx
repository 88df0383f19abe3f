import { defaultApplicationId } from "@praxisportal/contract/limits";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { AppForm } from "../../../platform/forms/app-form.tsx";
import { TextField } from "../../../platform/forms/fields.tsx";
import { FormDialog } from "../../../platform/forms/form-dialog.tsx";
import { useAppForm } from "../../../platform/forms/use-app-form.ts";
import type { FieldErrors } from "../../../platform/validation/validate.ts";
import { validationText } from "../../../platform/validation/validation-text.ts";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { Button } from "../../../ui/button/button.tsx";
import { ErrorBox } from "../../../ui/feedback/message-box.tsx";
import { SegmentedControl } from "../../../ui/form/segmented-control.tsx";
import { type OrgTokenPair, renewTokens, validateToken } from "./issue-token.api.ts";
import { RevealDialog } from "./reveal-dialog.tsx";

interface CheckDialogProps {
  organizationId: string;
  onClose: () => void;
  /** Filters the list by an application. */
  onShow: (applicationId: string) => void;
}

type TokenCheck = Awaited<ReturnType<typeof validateToken>>;

const blank: { mode: "check" | "renew"; token: string; applicationId: string } = {
  mode: "check",
  token: "",
  applicationId: defaultApplicationId,
};

/** Checks whether a token is still valid, or renews the pair of an application that lost access. */
export function CheckDialog({ organizationId, onClose, onShow }: CheckDialogProps) {
  const t = useTranslations("issue-token");
  const common = useTranslations("common");
  const format = useFormat();
  const [check, setCheck] = useState<TokenCheck | null>(null);
  const [renewed, setRenewed] = useState<OrgTokenPair | null>(null);
  const form = useAppForm({
    values: blank,
    keepsInput: false,
    async check({ mode, token }): Promise<FieldErrors> {
      if (token.trim() !== "") return {};
      return { token: mode === "check" ? t("check.accessMissing") : await validationText("refreshContext") };
    },
    async send({ mode, token, applicationId }) {
      setCheck(null);
      if (mode === "check") setCheck(await validateToken(organizationId, token.trim()));
      else setRenewed(await renewTokens(organizationId, applicationId.trim(), token.trim()));
    },
    // The server reports no field for a wrong token.
    mapError: (error) => error.message || undefined,
  });
  if (renewed !== null) {
    return <RevealDialog pair={renewed} name={renewed.applicationId} onClose={onClose} />;
  }
  const { field } = form;
  const { mode } = form.values;
  const isCheck = mode === "check";
  return (
    <FormDialog
      title={t("check.title")}
      submitLabel={t(isCheck ? "check.check" : "renew.submit")}
      busyLabel={t(isCheck ? "check.busy" : "renew.busy")}
      back={{ label: common("close"), onClick: onClose }}
      onClose={onClose}
    >
      <AppForm form={form} failureTitle={t(isCheck ? "check.failed" : "renew.failed")} className="pt-3">
        <SegmentedControl
          label={t("check.way")}
          className="justify-self-start"
          segments={[
            { value: "check", label: t("check.check") },
            { value: "renew", label: t("check.renew") },
          ]}
          value={mode}
          onChange={(next) => {
            form.reset({ ...blank, mode: next });
            setCheck(null);
          }}
        />
        <TextField
          {...field("token")}
          label={t(isCheck ? "check.access" : "check.refresh")}
          hint={t(isCheck ? "check.accessHint" : "check.refreshHint")}
          maxLength={512}
        />
        {!isCheck && <TextField {...field("applicationId")} label={t("check.application")} maxLength={100} />}
        {check?.valid === true && (
          <ErrorBox
            variant="info"
            persistent
            title={t("check.validTitle")}
            action={
              <Button size="small" onClick={() => onShow(check.applicationId)}>
                {t("check.show")}
              </Button>
            }
          >
            {t("check.validText", {
              application: check.applicationId,
              time: format.time(check.expiresAt),
              scopes: check.scope.map((scope) => t(`scope.${scope}`)).join(", "),
            })}
          </ErrorBox>
        )}
        {check?.valid === false && (
          <ErrorBox variant="warning" persistent title={t("check.invalidTitle")}>
            {t("check.invalidText")}
          </ErrorBox>
        )}
      </AppForm>
    </FormDialog>
  );
}
