import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { AppForm } from "../../platform/forms/app-form.tsx";
import { TextField } from "../../platform/forms/fields.tsx";
import { FormDialog } from "../../platform/forms/form-dialog.tsx";
import { useAppForm } from "../../platform/forms/use-app-form.ts";
import { useNotify } from "../../platform/notifications/use-notify.ts";
import { ErrorBox } from "../../ui/feedback/message-box.tsx";
import { Skeleton, SkeletonGroup } from "../../ui/feedback/skeleton.tsx";
import { changeCloudSync } from "./cloud-sync.api.ts";
import type { CloudSyncDialogProps } from "./dialog-props.ts";
import { isEndOf, type KeyPair, createKey, typedLength } from "./make-key.ts";
import { PrivateKey } from "./private-key.tsx";
import { ScheduleChoice } from "./schedule-choice.tsx";

/** Returns a new key pair, undefined while it is being created, or null if its creation failed. */
function useNewKey(): KeyPair | null | undefined {
  const [pair, setPair] = useState<KeyPair | null>();
  useEffect(() => {
    let isMounted = true;
    createKey().then(
      (created) => isMounted && setPair(created),
      () => isMounted && setPair(null),
    );
    return () => {
      isMounted = false;
    };
  }, []);
  return pair;
}

/**
 * Creates a key pair in this browser and shows the private key until the user has proved that they saved it. Only the
 * public key is sent.
 */
export function KeyDialog(props: CloudSyncDialogProps) {
  const t = useTranslations("cloud-sync");
  const pair = useNewKey();
  const title = props.sync.keyFingerprint === null ? t("key.setUp") : t("key.replace");
  if (pair) return <KeyForm {...props} pair={pair} title={title} />;
  return (
    <FormDialog title={title} canSubmit={false} onClose={props.onClose}>
      {pair === null ? (
        <ErrorBox persistent title={t("key.failed")}>
          {t("key.failedText")}
        </ErrorBox>
      ) : (
        <SkeletonGroup label={t("key.making")} className="grid gap-3">
          <Skeleton className="h-16 w-full" />
        </SkeletonGroup>
      )}
    </FormDialog>
  );
}

interface KeyFormProps extends CloudSyncDialogProps {
  pair: KeyPair;
  title: string;
}

function KeyForm({ organizationId, sync, onChanged, onClose, pair, title }: KeyFormProps) {
  const t = useTranslations("cloud-sync");
  const { notifySuccess } = useNotify();
  const isFirst = sync.keyFingerprint === null;
  const form = useAppForm({
    values: { ending: "", schedule: isFirst ? ("daily" as const) : sync.schedule },
    check: ({ ending }, fieldErrors) =>
      isEndOf(pair.privateKey, ending) ? fieldErrors : { ...fieldErrors, ending: t("key.endingWrong") },
    send: ({ schedule }) =>
      changeCloudSync(organizationId, sync.version, { schedule, publicKey: pair.publicKey }),
    onSuccess(changed) {
      onChanged(changed);
      notifySuccess(t("saved"));
      onClose();
    },
    keepsInput: false,
  });
  return (
    <FormDialog
      title={title}
      description={t("key.text")}
      submitLabel={isFirst ? t("key.submitFirst") : t("key.submit")}
      onClose={onClose}
    >
      <AppForm form={form} failureTitle={t("failed")}>
        {!isFirst && (
          <ErrorBox variant="warning" persistent title={t("key.oldTitle")}>
            {t("key.oldText")}
          </ErrorBox>
        )}
        <PrivateKey pair={pair} />
        <TextField
          {...form.field("ending")}
          label={t("key.ending", { count: typedLength })}
          hint={t("key.endingHint")}
          maxLength={20}
          className="font-mono"
        />
        {isFirst && (
          <ScheduleChoice value={form.values.schedule} onChange={form.field("schedule").onChange} />
        )}
      </AppForm>
    </FormDialog>
  );
}
