import type { Currency } from "@praxisportal/contract/organizations/organization-settings.schema";
import { useRef, useState } from "react";
import { useLocale, useTranslations } from "use-intl";
import { useFormSubmit } from "../../platform/validation/use-form-submit.ts";
import { Field } from "../../ui/field.tsx";
import { RadioGroup } from "../../ui/radio-group.tsx";
import { TextInput } from "../../ui/text-input.tsx";
import type { AiModel } from "./ai.api.ts";
import {
  draftOf,
  neededFields,
  type PriceDraft,
  type PriceField,
  priceFields,
  priceOf,
} from "./price-draft.ts";
import { type ProviderDialogProps, unchangedModels } from "./provider-dialog.ts";
import { RecordDialog } from "./record-dialog.tsx";
import { useProviderSave } from "./use-provider-save.ts";

interface PriceDialogProps extends ProviderDialogProps {
  models: readonly AiModel[];
  model: AiModel;
  currency: Currency;
}

/** Which hint explains the fallback of an amount that is left empty. */
function hintOf(field: PriceField): "cached" | "reasoning" | "none" {
  if (field === "cachedMicro") return "cached";
  return field === "reasoningMicro" ? "reasoning" : "none";
}

/** Sets a model's price from now on or from a future time. Past usage keeps its price. */
export function PriceDialog(props: PriceDialogProps) {
  const { scope, provider, models, model, currency, onClose, notify } = props;
  const t = useTranslations("ai-providers");
  const common = useTranslations("common");
  const locale = useLocale();
  const first = useRef<HTMLInputElement>(null);
  const [draft, setDraft] = useState<PriceDraft>(() => draftOf(model, currency, locale));
  const [startOption, setStartOption] = useState<"now" | "later">("now");
  const [from, setFrom] = useState("");
  const providerSave = useProviderSave(scope, provider, models);
  const set = (field: keyof PriceDraft, value: string) => setDraft((now) => ({ ...now, [field]: value }));
  const form = useFormSubmit({
    async validate() {
      const { wrong } = priceOf(draft, model.kind);
      const errors = Object.entries(wrong ?? {}).map(([field, what]) => [field, t(`price.${what}`)] as const);
      const isLate = startOption === "later" && !(Date.parse(from) > Date.now());
      return Object.fromEntries([
        ...errors,
        ...(isLate ? [["validFrom", t("price.notBefore")] as const] : []),
      ]);
    },
    async onSubmit() {
      const { price } = priceOf(draft, model.kind);
      if (price === null) return;
      const newPrice = {
        ...price,
        ...(startOption === "later" && { validFrom: new Date(from).toISOString() }),
      };
      const isSaved = await providerSave.save((present) => ({
        models: unchangedModels(present).map((each) =>
          each.model === model.model ? { ...each, prices: { [currency]: newPrice } } : each,
        ),
      }));
      if (!isSaved) return;
      notify(t("success.price", { name: model.model }));
      onClose();
    },
    // Only the server's clock decides whether the start time has passed.
    mapError: ({ problem }) =>
      problem?.errors?.some(({ path }) => path.endsWith("validFrom")) ? t("price.notBefore") : undefined,
  });
  const { errors } = form;
  return (
    <RecordDialog
      title={t("price.title", { name: model.model, currency })}
      description={t(`price.text.${model.kind}`, { currency })}
      form={form}
      isStale={providerSave.isStale}
      onClose={onClose}
      initialFocus={first}
    >
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {priceFields[model.kind].map((field, index) => (
          <Field
            key={field}
            label={t(`price.fields.${field}`)}
            error={errors[field]}
            {...(neededFields[model.kind].includes(field)
              ? {}
              : { optionalMark: common("optional"), hint: t(`price.hints.${hintOf(field)}`) })}
          >
            {(control) => (
              <TextInput
                {...control}
                {...(index === 0 && { ref: first })}
                inputMode="decimal"
                autoComplete="off"
                maxLength={15}
                value={draft[field]}
                onChange={(event) => set(field, event.currentTarget.value)}
              />
            )}
          </Field>
        ))}
        <Field
          label={t("price.fields.uplift")}
          hint={t("price.hints.uplift")}
          optionalMark={common("optional")}
          error={errors["uplift"]}
        >
          {(control) => (
            <TextInput
              {...control}
              inputMode="decimal"
              autoComplete="off"
              maxLength={8}
              value={draft.uplift}
              onChange={(event) => set("uplift", event.currentTarget.value)}
            />
          )}
        </Field>
      </div>
      <RadioGroup
        label={t("price.begins")}
        value={startOption}
        onChange={setStartOption}
        options={[
          { value: "now", label: t("price.now") },
          { value: "later", label: t("price.later"), hint: t("price.laterHint") },
        ]}
      />
      {startOption === "later" && (
        <Field label={t("price.from")} error={errors["validFrom"]}>
          {(control) => (
            <TextInput
              {...control}
              type="datetime-local"
              className="max-w-60"
              value={from}
              onChange={(event) => setFrom(event.currentTarget.value)}
            />
          )}
        </Field>
      )}
    </RecordDialog>
  );
}
