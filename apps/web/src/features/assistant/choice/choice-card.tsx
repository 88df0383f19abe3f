import type { Quota } from "@praxisportal/contract/billing/billing.schema";
import { useTranslations } from "use-intl";
import { Card } from "../../../ui/layout/card.tsx";
import { Disclosure } from "../../../ui/layout/disclosure.tsx";
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

/** Shows the selected model, remaining budgets and unusable models, beside the prompt. */
export function ChoiceCard({ choices, chosen, quota, onChoose }: ChoiceCardProps) {
  const t = useTranslations("assistant");
  return (
    <Card>
      <div className="grid gap-5">
        {chosen !== null && <ChoiceFields choices={choices.chat} chosen={chosen} onChoose={onChoose} />}
        <BudgetMeters quota={quota} />
        {choices.unusable.length > 0 && (
          <Disclosure summary={t("choice.unusable", { count: choices.unusable.length })}>
            <div className="grid gap-3 text-dense">
              <p className="text-text-2">{t("choice.whoCanChange")}</p>
              <UnusableProviderList unusable={choices.unusable} />
            </div>
          </Disclosure>
        )}
        <p className="border-t border-line pt-4 text-small text-text-3">{t("privacy")}</p>
      </div>
    </Card>
  );
}
