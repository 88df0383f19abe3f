import type { Currency } from "@praxisportal/contract/organizations/organization-settings.schema";
import { useRef } from "react";
import { useLocale, useTimeZone, useTranslations } from "use-intl";
import { useNotify } from "../../../platform/notifications/use-notify.ts";
import { TextField } from "../../../platform/forms/fields.tsx";
import { useAppForm } from "../../../platform/forms/use-app-form.ts";
import { momentIn } from "../../../platform/i18n/zoned-time.ts";
import { RadioGroup } from "../../../ui/form/radio-group.tsx";
import type { AiModel } from "../ai.api.ts";
import {
  draftOf,
  requiredFields,
  type PriceDraft,
  type PriceField,
  priceFields,
  priceOf,
} from "./price-draft.ts";
import { type ProviderDialogProps, unchangedModels } from "../providers/provider-dialog.ts";
import { RecordDialog } from "../record-dialog.tsx";
import { useProviderSave } from "../providers/use-provider-save.ts";
import { fieldRowClass } from "../../../ui/form/field.tsx";

interface PriceDialogProps extends ProviderDialogProps {
  models: readonly AiModel[];
  model: AiModel;
  currency: Currency;
}

type Values = PriceDraft & { starts: "now" | "later"; validFrom: string };

/** Returns the hint that explains the fallback of an amount that is left empty. */
function hintOf(field: PriceField): "cached" | "reasoning" | "none" {
  if (field === "cachedMicro") return "cached";
  return field === "reasoningMicro" ? "reasoning" : "none";
}

/** Sets a model's price from now on or from a future time. Past usage keeps its price. */
export function PriceDialog(props: PriceDialogProps) {
  const { scope, provider, models, model, currency, onClose } = props;
  const t = useTranslations("ai-providers");
  const { notifySuccess } = useNotify();
  const locale = useLocale();
  const timeZone = useTimeZone();
  const firstField = useRef<HTMLInputElement>(null);
  const { models: currentModels, save, onConflict } = useProviderSave(scope, provider, models);
  const initial: Values = { ...draftOf(model, currency, locale), starts: "now", validFrom: "" };
  const form = useAppForm({
    values: initial,
    check(values) {
      const { faults } = priceOf(values, model.kind);
      const errors = Object.entries(faults ?? {}).map(
        ([field, what]) => [field, t(`price.${what}`)] as const,
      );
      const isPast =
        values.starts === "later" && !(momentIn(timeZone, values.validFrom).getTime() > Date.now());
      return Object.fromEntries([
        ...errors,
        ...(isPast ? [["validFrom", t("price.notBefore")] as const] : []),
      ]);
    },
    async send(values) {
      const { price } = priceOf(values, model.kind);
      if (price === null) return;
      const newPrice = {
        ...price,
        ...(values.starts === "later" && { validFrom: momentIn(timeZone, values.validFrom).toISOString() }),
      };
      await save({
        models: unchangedModels(currentModels).map((currentModel) =>
          currentModel.model === model.model
            ? { ...currentModel, prices: { [currency]: newPrice } }
            : currentModel,
        ),
      });
    },
    onSuccess() {
      notifySuccess(t("success.price", { name: model.model }));
      onClose();
    },
    onConflict,
    // Only the server's clock decides whether the start time has passed.
    mapError: ({ problem }) =>
      problem?.errors?.some(({ path }) => path.endsWith("validFrom")) ? t("price.notBefore") : undefined,
  });
  const { field, values } = form;
  return (
    <RecordDialog
      title={t("price.title", { name: model.model, currency })}
      description={t(`price.text.${model.kind}`, { currency })}
      form={form}
      onClose={onClose}
      initialFocus={firstField}
    >
      <div className={`${fieldRowClass} sm:grid-cols-2`}>
        {priceFields[model.kind].map((name, index) => (
          <TextField
            key={name}
            {...field(name)}
            {...(index === 0 && { focusRef: firstField })}
            label={t(`price.fields.${name}`)}
            {...(requiredFields[model.kind].includes(name)
              ? {}
              : { optional: true, hint: t(`price.hints.${hintOf(name)}`) })}
            inputMode="decimal"
            maxLength={15}
          />
        ))}
        <TextField
          {...field("uplift")}
          label={t("price.fields.uplift")}
          hint={t("price.hints.uplift")}
          optional
          inputMode="decimal"
          maxLength={8}
        />
      </div>
      <RadioGroup
        label={t("price.begins")}
        value={values.starts}
        onChange={field("starts").onChange}
        options={[
          { value: "now", label: t("price.now") },
          { value: "later", label: t("price.later"), hint: t("price.laterHint") },
        ]}
      />
      {values.starts === "later" && (
        <TextField
          {...field("validFrom")}
          label={t("price.from")}
          type="datetime-local"
          autoComplete={undefined}
          className="max-w-60"
        />
      )}
    </RecordDialog>
  );
}
