import { reviewReasonMaxLength } from "@praxisportal/contract/reviews/reviews.rules";
import { useId, useRef } from "react";
import { useTranslations } from "use-intl";
import { TextField } from "../../platform/forms/fields.tsx";
import type { FieldBinding } from "../../platform/forms/use-app-form.ts";
import { Button } from "../../ui/button/button.tsx";

interface ReasonFieldProps {
  field: FieldBinding<string>;
  /** Reasons that one click enters. */
  offered: readonly string[];
}

/** The reason of a decision, typed or chosen from those offered. */
export function ReasonField({ field, offered }: ReasonFieldProps) {
  const t = useTranslations("reviews");
  const input = useRef<HTMLInputElement>(null);
  const labelId = useId();
  return (
    <div className="min-w-0">
      <TextField
        {...field}
        first={input}
        label={t("reason")}
        hint={t("reasonHint")}
        spellCheck
        maxLength={reviewReasonMaxLength}
      />
      {offered.length > 0 && (
        <div role="group" aria-labelledby={labelId} className="mt-3 flex flex-wrap items-center gap-2">
          <span id={labelId} className="text-small text-text-2">
            {t("offeredReasons")}
          </span>
          {offered.map((reason) => (
            <Button
              key={reason}
              size="small"
              className="wrap-anywhere md:whitespace-normal"
              onClick={() => {
                field.onChange(reason);
                // The reason can be completed, and Enter saves.
                input.current?.focus();
              }}
            >
              {reason}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}
