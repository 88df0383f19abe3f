import { useId } from "react";
import { useTranslations } from "use-intl";
import { Checkbox } from "../../../ui/form/checkbox.tsx";
import { RadioGroup } from "../../../ui/form/radio-group.tsx";

interface ModelChoiceProps {
  /** The provider's models, or undefined until loaded. */
  available: readonly string[] | undefined;
  /** The chosen models, or null for all models, including future models. */
  chosen: readonly string[] | null;
  error: string | undefined;
  onChange: (models: string[] | null) => void;
}

/** Selects all or some of a provider's models. A chosen model that no longer exists stays visible. */
export function ModelChoice({ available, chosen, error, onChange }: ModelChoiceProps) {
  const t = useTranslations("ai-organization");
  const errorId = useId();
  const allModels = [...new Set([...(available ?? []), ...(chosen ?? [])])];
  return (
    <div className="grid gap-3" aria-describedby={error === undefined ? undefined : errorId}>
      <RadioGroup
        label={t("approval.models")}
        value={chosen === null ? "all" : "some"}
        onChange={(value) => onChange(value === "all" ? null : [...(available ?? [])])}
        options={[
          { value: "all", label: t("approval.modelsAll"), hint: t("approval.modelsAllHint") },
          { value: "some", label: t("approval.modelsSome"), disabled: available === undefined },
        ]}
      />
      {chosen !== null && (
        <div role="group" aria-label={t("approval.modelsSome")} className="grid gap-2 pl-7.5">
          {allModels.map((model) => (
            <Checkbox
              key={model}
              label={<span className="font-mono text-dense wrap-anywhere">{model}</span>}
              checked={chosen.includes(model)}
              onChange={(isChosen) =>
                onChange(
                  allModels.filter((candidate) =>
                    candidate === model ? isChosen : chosen.includes(candidate),
                  ),
                )
              }
            />
          ))}
          {allModels.length === 0 && <p className="text-dense text-text-2">{t("approval.modelsNone")}</p>}
        </div>
      )}
      {error !== undefined && (
        <p id={errorId} role="alert" className="text-small text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
