import { dayCodeMaxMs, recoveryCodeMs } from "@praxisportal/contract/limits";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { organizationKeys } from "../../../entities/organization/organization-keys.ts";
import { useAppMutation } from "../../../platform/forms/use-app-mutation.ts";
import { Button } from "../../../ui/button/button.tsx";
import { WriteButton } from "../../../platform/forms/write-block.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { ErrorBox } from "../../../ui/feedback/message-box.tsx";
import { RadioGroup } from "../../../ui/form/radio-group.tsx";
import { LoadedPerson } from "../person/loaded-person.tsx";
import { nameOf } from "../../../entities/person/person-name.ts";
import { type CodePurpose, createCode, type IdentityCheck } from "./person-security.api.ts";
import { RecoveryCode } from "./recovery-code.tsx";
import type { PersonDialogBaseProps } from "./security-dialog-props.ts";
import type { IssuedCode } from "./issued-code.ts";

const checks = ["in_person", "callback", "other"] as const satisfies readonly IdentityCheck[];
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Explains the effect of a code and how long it is valid. */
function CodeEffect({ purpose, name }: { purpose: CodePurpose; name: string }) {
  const t = useTranslations("person-security");
  if (purpose === "day") return t("dayCode.text", { name, hours: dayCodeMaxMs / hourMs });
  return t(purpose === "password" ? "recovery.textPassword" : "recovery.textFactor", {
    name,
    minutes: recoveryCodeMs / minuteMs,
  });
}

/** Issues a one-time code or a day code and shows it once. */
export function RecoveryDialog(props: PersonDialogBaseProps & { purpose: CodePurpose }) {
  const { purpose, organizationId, person, onClose } = props;
  const t = useTranslations("person-security");
  const common = useTranslations("common");
  const client = useQueryClient();
  const [check, setCheck] = useState<IdentityCheck | null>(null);
  const [issuedCode, setIssuedCode] = useState<IssuedCode | null>(null);
  const doneButton = useRef<HTMLButtonElement>(null);
  const choices = useRef<HTMLDivElement>(null);
  const name = nameOf(person);
  const texts = purpose === "day" ? "dayCode" : "recovery";

  const { busy, failure, run } = useAppMutation({
    mutate: (identityCheck: IdentityCheck) => createCode(person.id, purpose, identityCheck),
    onSuccess(created) {
      // The minutes are counted from the arrival of the response, because the clocks of browser and server may differ.
      const endsAt = purpose === "day" ? Date.parse(created.expiresAt) : Date.now() + recoveryCodeMs;
      setIssuedCode({ ...created, purpose, endsAt });
      void client.invalidateQueries({ queryKey: organizationKeys.one(organizationId) });
    },
  });
  const issue = async (identityCheck: IdentityCheck) => {
    await run(identityCheck);
    doneButton.current?.focus();
  };

  const again = (
    <WriteButton
      busy={busy}
      busyLabel={t("busy")}
      onClick={() => {
        if (check !== null) void issue(check);
      }}
    >
      {t("recovery.again")}
    </WriteButton>
  );

  return (
    <Dialog
      open
      initialFocus={() => choices.current?.querySelector("input") ?? null}
      dismissible={issuedCode === null}
      onOpenChange={(open) => !open && onClose()}
      closeLabel={common("close")}
      title={t(`${texts}.${issuedCode === null ? "title" : "shownTitle"}`, { name })}
      description={issuedCode === null ? undefined : t("recovery.shownText")}
      actions={
        issuedCode === null ? (
          <>
            <Button onClick={onClose}>{common("cancel")}</Button>
            <WriteButton
              variant="primary"
              busy={busy}
              busyLabel={t("busy")}
              disabled={check === null}
              disabledReason={t("recovery.checkMissing")}
              onClick={() => {
                if (check !== null) void issue(check);
              }}
            >
              {t(`${texts}.submit`)}
            </WriteButton>
          </>
        ) : (
          <>
            {again}
            <Button ref={doneButton} variant="primary" onClick={onClose}>
              {t("recovery.done")}
            </Button>
          </>
        )
      }
    >
      <div ref={choices} className="grid gap-4">
        {failure !== null && (
          <ErrorBox persistent title={t(purpose === "day" ? "failed.issueDayCode" : "failed.recovery")}>
            {failure}
          </ErrorBox>
        )}
        {issuedCode === null ? (
          <>
            <div className="grid gap-2 text-text-2">
              <p>
                <CodeEffect purpose={purpose} name={name} />
              </p>
              <p>{t("recovery.success", { name })}</p>
            </div>
            <RadioGroup
              label={t("recovery.check", { name })}
              options={checks.map((value) => ({ value, label: t(`recovery.${value}`) }))}
              value={check}
              onChange={setCheck}
            />
          </>
        ) : (
          <LoadedPerson organizationId={organizationId} userId={person.id}>
            {(user) => <RecoveryCode key={issuedCode.code} issuedCode={issuedCode} user={user} />}
          </LoadedPerson>
        )}
      </div>
    </Dialog>
  );
}
