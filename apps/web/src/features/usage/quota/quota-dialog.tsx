import type { ChangedQuota, Quota } from "@praxisportal/contract/billing/billing.schema";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useLocale, useTranslations } from "use-intl";
import { useNotify } from "../../../platform/notifications/use-notify.ts";
import { usageKeys } from "../../../entities/quota/usage-keys.ts";
import { quotaQuery } from "../../../entities/quota/quota.api.ts";
import { AppForm } from "../../../platform/forms/app-form.tsx";
import { FormDialog } from "../../../platform/forms/form-dialog.tsx";
import { useAppForm } from "../../../platform/forms/use-app-form.ts";
import { ErrorBox } from "../../../ui/feedback/message-box.tsx";
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

export interface QuotaDialogProps {
  organizationId: string;
  quota: Quota;
  target: QuotaTarget;
  onClose: () => void;
}

/** Edits the limits of the organization or of one person. Shows a preview of who is affected before saving. */
export function QuotaDialog({ organizationId, quota, target, onClose }: QuotaDialogProps) {
  const t = useTranslations("quota");
  const common = useTranslations("common");
  const { notifySuccess } = useNotify();
  const locale = useLocale();
  const client = useQueryClient();
  // The limits at the time when the form was opened. Later updates must not change the fields.
  const [base, setBase] = useState(quota);
  const limits = currentLimits(base, target);
  const [isStale, setIsStale] = useState(false);
  const [preview, setPreview] = useState<ChangedQuota | null>(null);
  const previewSection = useRef<HTMLElement>(null);
  const form = useAppForm({
    values: draftOf(limits, locale),
    check: (values) =>
      Object.fromEntries(
        fieldsOf(target)
          .filter((field) => parseField(values, field, locale) === undefined)
          .map((field) => [field, t(field.endsWith("Micros") ? "invalidMoney" : "invalidUnits")]),
      ),
    send(values) {
      const body = buildQuotaChange(target, changedLimits(values, limits, target, locale));
      return preview === null ? previewQuota(body, base.version) : saveQuota(body, base.version);
    },
    async onSuccess(changed) {
      if (preview === null) {
        setPreview(changed);
        setIsStale(false);
        previewSection.current?.focus();
        return;
      }
      await client.invalidateQueries({ queryKey: usageKeys.one(organizationId) });
      notifySuccess(t("saved"));
      onClose();
    },
    async onConflict() {
      // Keep the input, compare it with the current limits and require a new preview.
      const present = await client.fetchQuery({ ...quotaQuery(organizationId), staleTime: 0 });
      const now = currentLimits(present, target);
      form.reset(draftOf(now, locale), mergeDraft(form.values, limits, now, locale));
      setBase(present);
      setPreview(null);
      setIsStale(true);
    },
  });
  const draft = form.values;
  const change = changedLimits(draft, limits, target, locale);
  const isReadable = fieldsOf(target).every((field) => parseField(draft, field, locale) !== undefined);
  const isSame = isReadable && Object.keys(change).length === 0;

  return (
    <FormDialog
      title={target === "organization" ? t("dialog.organization") : t("dialog.person", { name: target.name })}
      description={t("dialog.text")}
      submitLabel={preview === null ? t("dialog.preview") : common("save")}
      busyLabel={t(preview === null ? "dialog.previewing" : "dialog.saving")}
      submitDisabled={isSame}
      submitDisabledReason={t("dialog.same")}
      dismissible
      onClose={onClose}
    >
      <AppForm form={form} failureTitle={t("dialog.failed")} className="gap-5 pt-3">
        {isStale && (
          <ErrorBox variant="warning" persistent title={t("dialog.staleTitle")}>
            {t("dialog.stale")}
          </ErrorBox>
        )}
        <QuotaFields
          target={target}
          quota={base}
          draft={draft}
          errors={form.errors}
          onChange={(field: QuotaField, text) => {
            form.setValue(field, text);
            // The preview no longer matches the input.
            setPreview(null);
          }}
        />
        <section ref={previewSection} tabIndex={-1} aria-live="polite" className="outline-none">
          {preview !== null && (
            <QuotaPreview preview={preview} before={limits} change={change} target={target} />
          )}
        </section>
        <ul className="grid list-disc gap-1 pl-5 text-small text-text-2">
          {(["smaller", "near", "reached"] as const).map((rule) => (
            <li key={rule}>{t(`rules.${rule}`)}</li>
          ))}
        </ul>
      </AppForm>
    </FormDialog>
  );
}
