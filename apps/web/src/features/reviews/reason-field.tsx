import { reviewReasonMaxLength } from "@praxisportal/contract/reviews/reviews.rules";
import { useId, useRef } from "react";
import { useTranslations } from "use-intl";
import { TextField } from "../../platform/forms/fields.tsx";
import type { FieldBinding } from "../../platform/forms/use-app-form.ts";
import { Button } from "../../ui/button/button.tsx";

interface ReasonFieldProps {
  field: FieldBinding<string>;
  /** Suggested reasons that can be entered with one click. */
  suggestions: readonly string[];
}

/** The reason for a decision, typed or chosen from suggestions. */
export function ReasonField({ field, suggestions }: ReasonFieldProps) {
  const t = useTranslations("reviews");
  const input = useRef<HTMLInputElement>(null);
  const labelId = useId();
  return (
    <div className="min-w-0">
      <TextField
        {...field}
        focusRef={input}
        label={t("reason")}
        hint={t("reasonHint")}
        spellCheck
        maxLength={reviewReasonMaxLength}
      />
      {suggestions.length > 0 && (
        <div role="group" aria-labelledby={labelId} className="mt-3 flex flex-wrap items-center gap-2">
          <span id={labelId} className="text-small text-text-2">
            {t("offeredReasons")}
          </span>
          {suggestions.map((reason) => (
            <Button
              key={reason}
              size="small"
              className="wrap-anywhere md:whitespace-normal"
              onClick={() => {
                field.onChange(reason);
                // The user can then edit the reason or save it with Enter.
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
