import Star from "lucide-react/icons/star";
import { useTranslations } from "use-intl";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { Field } from "../../../ui/form/field.tsx";
import { NativeSelect } from "../../../ui/form/native-select.tsx";
import { changePreferences, usePreferences } from "../../../platform/preferences/preferences.store.ts";
import { Button } from "../../../ui/button/button.tsx";
import { type Choice, isSameModel, type ModelName } from "./usable-models.ts";
import { Dotted } from "../../../ui/label/dotted.tsx";

interface ChoiceFieldsProps {
  /** Never empty. */
  choices: readonly Choice[];
  chosen: Choice;
  onChoose: (model: ModelName) => void;
}

/** Selects the provider and one of its models. */
export function ChoiceFields({ choices, chosen, onChoose }: ChoiceFieldsProps) {
  const t = useTranslations("assistant");
  const labels = useTranslations("ai-labels");
  const format = useFormat();
  const providers = [...new Map(choices.map((choice) => [choice.provider, choice])).values()];
  const models = choices.filter(({ provider }) => provider === chosen.provider);
  const price =
    chosen.price === null
      ? undefined
      : t("choice.price", {
          input: format.money(chosen.price.inputMicro, chosen.price.currency),
          output: format.money(chosen.price.outputMicro, chosen.price.currency),
        });
  const { region, retentionDays } = chosen;
  const details = [
    [labels("facts.region"), region === null ? labels("unknown") : labels(`region.${region}`)],
    [
      labels("facts.retention"),
      retentionDays === null ? labels("unknown") : labels("retention", { days: retentionDays }),
    ],
  ].map(([label = "", value = ""]) => t("choice.property", { label, value }));
  const favorite = usePreferences((preferences) => preferences.assistantModel ?? null);
  const isFavorite = isSameModel(chosen, favorite);
  const toggleFavorite = () =>
    changePreferences(({ assistantModel: _previous, ...rest }) =>
      isFavorite ? rest : { ...rest, assistantModel: { provider: chosen.provider, model: chosen.model } },
    );
  return (
    <div className="grid gap-4">
      <Field label={t("choice.provider")} hint={<Dotted details={details} />}>
        {(control) => (
          <NativeSelect
            {...control}
            value={chosen.provider}
            onChange={(event) => {
              const first = choices.find(({ provider }) => provider === event.currentTarget.value);
              if (first !== undefined) onChoose(first);
            }}
          >
            {providers.map(({ provider, providerName }) => (
              <option key={provider} value={provider}>
                {providerName}
              </option>
            ))}
          </NativeSelect>
        )}
      </Field>
      <Field label={t("choice.model")} hint={price}>
        {(control) => (
          <NativeSelect
            {...control}
            value={chosen.model}
            onChange={(event) => onChoose({ provider: chosen.provider, model: event.currentTarget.value })}
          >
            {models.map(({ model }) => (
              <option key={model} value={model}>
                {model}
              </option>
            ))}
          </NativeSelect>
        )}
      </Field>
      {choices.length > 1 && (
        <div>
          <Button
            className="-ml-3"
            size="small"
            variant="quiet"
            icon={Star}
            aria-pressed={isFavorite}
            onClick={toggleFavorite}
          >
            {t(isFavorite ? "choice.isFavorite" : "choice.favorite")}
          </Button>
        </div>
      )}
    </div>
  );
}
