import type { ChangedQuota, Quota } from "@praxisportal/contract/billing/billing.schema";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useLocale, useTranslations } from "use-intl";
import { usageKeys } from "../../entities/quota/usage-keys.ts";
import { quotaQuery } from "../../entities/quota/quota.api.ts";
import { isApiError } from "../../platform/api-client/api-error.ts";
import { useFormSubmit } from "../../platform/validation/use-form-submit.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorBox } from "../../ui/message-box.tsx";
import { previewQuota, saveQuota } from "./quota.api.ts";
import {
  buildQuotaChange,
  changedLimits,
  draftOf,
  fieldsOf,
  currentLimits,
  mergeDraft,
  type QuotaField,
  type QuotaTarget,
  parseField,
} from "./quota-draft.ts";
import { QuotaFields } from "./quota-fields.tsx";
import { QuotaPreview } from "./quota-preview.tsx";

const formId = "quota-form";

export interface QuotaDialogProps {
  organizationId: string;
  quota: Quota;
  target: QuotaTarget;
  onClose: () => void;
  notify: (message: string) => void;
}

/** Edits the limits of the practice or of one person. Shows a preview of who is affected before saving. */
export function QuotaDialog({ organizationId, quota, target, onClose, notify }: QuotaDialogProps) {
  const t = useTranslations("quota");
  const common = useTranslations("common");
  const locale = useLocale();
  const client = useQueryClient();
  // Snapshot from opening the form: later updates must not change its fields.
  const [base, setBase] = useState(quota);
  const limits = currentLimits(base, target);
  const [draft, setDraft] = useState(() => draftOf(limits, locale));
  const [preview, setPreview] = useState<ChangedQuota | null>(null);
  const [isStale, setIsStale] = useState(false);
  const shown = useRef<HTMLElement>(null);
  const change = changedLimits(draft, limits, target, locale);
  const isReadable = fieldsOf(target).every((field) => parseField(draft, field, locale) !== undefined);
  const isSame = isReadable && Object.keys(change).length === 0;

  const { form, errors, failure, busy, submit } = useFormSubmit({
    validate: async () =>
      Object.fromEntries(
        fieldsOf(target)
          .filter((field) => parseField(draft, field, locale) === undefined)
          .map((field) => [field, t(field.endsWith("Micros") ? "invalidMoney" : "invalidUnits")]),
      ),
    async onSubmit() {
      const body = buildQuotaChange(target, change);
      try {
        if (preview === null) {
          setPreview(await previewQuota(body, base.version));
          setIsStale(false);
          shown.current?.focus();
          return;
        }
        await saveQuota(body, base.version);
        await client.invalidateQueries({ queryKey: usageKeys.one(organizationId) });
        notify(t("saved"));
        onClose();
      } catch (error) {
        // The user cancelled the step-up; not an error.
        if (isApiError(error, "STEP_UP_REQUIRED")) return;
        if (!isApiError(error, "PRECONDITION_FAILED")) throw error;
        // Keep the input, compare it with the current limits and require a new preview.
        const present = await client.fetchQuery({ ...quotaQuery(organizationId), staleTime: 0 });
        setDraft((now) => mergeDraft(now, limits, currentLimits(present, target), locale));
        setBase(present);
        setPreview(null);
        setIsStale(true);
      }
    },
  });

  return (
    <Dialog
      open
      size="form"
      onOpenChange={(open) => !open && onClose()}
      title={target === "practice" ? t("dialog.practice") : t("dialog.person", { name: target.name })}
      description={t("dialog.text")}
      closeLabel={common("close")}
      actions={
        <>
          <Button onClick={onClose}>{common("cancel")}</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            busy={busy}
            busyLabel={t(preview === null ? "dialog.previewing" : "dialog.saving")}
            disabled={isSame}
            disabledReason={t("dialog.same")}
          >
            {preview === null ? t("dialog.preview") : common("save")}
          </Button>
        </>
      }
    >
      <form id={formId} ref={form} noValidate onSubmit={submit} className="grid gap-5 pt-3">
        {failure !== null && (
          <ErrorBox persistent title={t("dialog.failed")}>
            {failure}
          </ErrorBox>
        )}
        {isStale && (
          <ErrorBox variant="warning" persistent title={t("dialog.staleTitle")}>
            {t("dialog.stale")}
          </ErrorBox>
        )}
        <QuotaFields
          target={target}
          quota={base}
          draft={draft}
          errors={errors}
          onChange={(field: QuotaField, text) => {
            setDraft((now) => ({ ...now, [field]: text }));
            // The preview no longer matches the input.
            setPreview(null);
          }}
        />
        <section ref={shown} tabIndex={-1} aria-live="polite" className="outline-none">
          {preview !== null && (
            <QuotaPreview preview={preview} before={limits} change={change} target={target} />
          )}
        </section>
        <ul className="grid list-disc gap-1 pl-5 text-small text-text-2">
          {(["smaller", "near", "reached"] as const).map((rule) => (
            <li key={rule}>{t(`rules.${rule}`)}</li>
          ))}
        </ul>
      </form>
    </Dialog>
  );
}
