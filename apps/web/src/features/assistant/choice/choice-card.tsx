import type { Quota } from "@praxisportal/contract/billing/billing.schema";
import { useTranslations } from "use-intl";
import { Card } from "../../../ui/layout/card.tsx";
import { BudgetMeters } from "../budget/budget-meters.tsx";
import { ChoiceFields } from "./choice-fields.tsx";
import { UnusableProviderList } from "./unusable-list.tsx";
import type { Choice, Choices, ModelName } from "./usable-models.ts";

interface ChoiceCardProps {
  choices: Choices;
  chosen: Choice | null;
  quota: Quota;
  onChoose: (model: ModelName) => void;
}

/** Selected model, remaining budgets and unusable models, beside the prompt. */
export function ChoiceCard({ choices, chosen, quota, onChoose }: ChoiceCardProps) {
  const t = useTranslations("assistant");
  return (
    <Card>
      <div className="grid gap-5">
        {chosen !== null && <ChoiceFields choices={choices.chat} chosen={chosen} onChoose={onChoose} />}
        <BudgetMeters quota={quota} />
        {choices.unusable.length > 0 && (
          <details className="text-dense">
            <summary className="rounded-r-1 text-text-2">
              {t("choice.unusable", { count: choices.unusable.length })}
            </summary>
            <p className="mt-3 text-text-2">{t("choice.whoCanChange")}</p>
            <div className="mt-3">
              <UnusableProviderList unusable={choices.unusable} />
            </div>
          </details>
        )}
        <p className="border-t border-line pt-4 text-small text-text-3">{t("privacy")}</p>
      </div>
    </Card>
  );
}
