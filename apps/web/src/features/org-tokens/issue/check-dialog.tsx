import { defaultApplicationId } from "@praxisportal/contract/limits";
import { type FormEvent, useId, useState } from "react";
import { useTranslations } from "use-intl";
import type { ApiError } from "../../../platform/api-client/api-error.ts";
import { useAppMutation } from "../../../platform/forms/use-app-mutation.ts";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { ErrorBox } from "../../../ui/feedback/message-box.tsx";
import { SegmentedControl } from "../../../ui/form/segmented-control.tsx";
import { TextInput } from "../../../ui/form/text-input.tsx";
import { type OrgTokenPair, renewTokens, validateToken } from "./issue-token.api.ts";
import { RevealDialog } from "./reveal-dialog.tsx";

interface CheckDialogProps {
  organizationId: string;
  onClose: () => void;
  /** Filters the list by an application. */
  onShow: (applicationId: string) => void;
}

type Found = Awaited<ReturnType<typeof validateToken>>;

/** The server reports no field for a wrong token. */
const mapError = (error: ApiError) => error.message || undefined;

/** Checks whether a found token is still valid, or renews the pair of an application that lost access. */
export function CheckDialog({ organizationId, onClose, onShow }: CheckDialogProps) {
  const t = useTranslations("issue-token");
  const common = useTranslations("common");
  const format = useFormat();
  const formId = useId();
  const [mode, setMode] = useState<"check" | "renew">("check");
  const [token, setToken] = useState("");
  const [applicationId, setApplicationId] = useState<string>(defaultApplicationId);
  const [missing, setMissing] = useState<string>();
  const [found, setFound] = useState<Found | null>(null);
  const [renewed, setRenewed] = useState<OrgTokenPair | null>(null);
  const check = useAppMutation({
    mutate: (value: string) => validateToken(organizationId, value),
    onSuccess: setFound,
    mapError,
  });
  const renewal = useAppMutation({
    mutate: (value: string) => renewTokens(organizationId, applicationId.trim(), value),
    onSuccess: setRenewed,
    mapError,
  });
  const isCheck = mode === "check";
  const { run, busy, failure, reset } = isCheck ? check : renewal;
  if (renewed !== null) {
    return <RevealDialog pair={renewed} name={renewed.applicationId} onClose={onClose} />;
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    const value = token.trim();
    setFound(null);
    reset();
    setMissing(value === "" ? t(isCheck ? "check.accessMissing" : "renew.missing") : undefined);
    if (value !== "") void run(value);
  }

  return (
    <Dialog
      open
      size="form"
      onOpenChange={(next) => !next && onClose()}
      title={t("check.title")}
      closeLabel={common("close")}
      dismissible={false}
      actions={
        <>
          <Button onClick={onClose}>{common("close")}</Button>
          <Button
            variant="primary"
            type="submit"
            form={formId}
            busy={busy}
            busyLabel={t(isCheck ? "check.busy" : "renew.busy")}
          >
            {t(isCheck ? "check.check" : "renew.submit")}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className="grid gap-4 pt-3" onSubmit={submit}>
        <SegmentedControl
          label={t("check.way")}
          segments={[
            { value: "check", label: t("check.check") },
            { value: "renew", label: t("check.renew") },
          ]}
          value={mode}
          onChange={(next) => {
            setMode(next);
            setToken("");
            setFound(null);
            reset();
            setMissing(undefined);
          }}
        />
        {failure !== null && (
          <ErrorBox persistent title={t(isCheck ? "check.failed" : "renew.failed")}>
            {failure}
          </ErrorBox>
        )}
        <Field
          label={t(isCheck ? "check.access" : "check.refresh")}
          hint={t(isCheck ? "check.accessHint" : "check.refreshHint")}
          error={missing}
        >
          {(control) => (
            <TextInput
              {...control}
              autoComplete="off"
              spellCheck={false}
              maxLength={512}
              value={token}
              onChange={(event) => setToken(event.currentTarget.value)}
            />
          )}
        </Field>
        {!isCheck && (
          <Field label={t("check.application")}>
            {(control) => (
              <TextInput
                {...control}
                autoComplete="off"
                spellCheck={false}
                maxLength={100}
                value={applicationId}
                onChange={(event) => setApplicationId(event.currentTarget.value)}
              />
            )}
          </Field>
        )}
        {found?.valid === true && (
          <ErrorBox
            variant="info"
            persistent
            title={t("check.validTitle")}
            action={
              <Button size="small" onClick={() => onShow(found.applicationId)}>
                {t("check.show")}
              </Button>
            }
          >
            {t("check.validText", {
              application: found.applicationId,
              time: format.time(found.expiresAt),
              scopes: found.scope.map((scope) => t(`scope.${scope}`)).join(", "),
            })}
          </ErrorBox>
        )}
        {found?.valid === false && (
          <ErrorBox variant="warning" persistent title={t("check.invalidTitle")}>
            {t("check.invalidText")}
          </ErrorBox>
        )}
      </form>
    </Dialog>
  );
}
