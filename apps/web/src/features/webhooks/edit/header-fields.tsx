import { webhookHeadersMax } from "@praxisportal/contract/limits";
import Plus from "lucide-react/icons/plus";
import Trash2 from "lucide-react/icons/trash-2";
import { useTranslations } from "use-intl";
import { TextField } from "../../../platform/forms/fields.tsx";
import type { FieldErrors } from "../../../platform/validation/validate.ts";
import { Button } from "../../../ui/button/button.tsx";
import { IconButton } from "../../../ui/button/icon-button.tsx";

export interface HeaderValue {
  name: string;
  /** Empty for a stored header, whose value is kept. */
  value: string;
}

interface HeaderFieldsProps {
  headers: readonly HeaderValue[];
  /** Names of the stored headers. */
  stored: readonly string[];
  errors: FieldErrors;
  onChange: (headers: HeaderValue[]) => void;
}

/** Shows the additional headers of a webhook. Stored values are never shown again. */
export function HeaderFields({ headers, stored, errors, onChange }: HeaderFieldsProps) {
  const t = useTranslations("webhooks");
  const change = (index: number, part: Partial<HeaderValue>) =>
    onChange(headers.map((header, at) => (at === index ? { ...header, ...part } : header)));
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-dense font-label text-text">{t("edit.headers")}</legend>
      <p className="mb-2 text-small text-text-3">{t("edit.headersHint", { max: webhookHeadersMax })}</p>
      <div className="grid gap-3">
        {headers.map((header, index) => {
          const isStored = stored.includes(header.name);
          return (
            // oxlint-disable-next-line react/no-array-index-key -- names are typed and may be equal meanwhile
            <div key={index} className="flex items-start gap-2">
              <div className="grid min-w-0 flex-1 gap-2 sm:grid-cols-2">
                <TextField
                  label={t("edit.headerName", { number: index + 1 })}
                  value={header.name}
                  maxLength={64}
                  error={errors[`headers.${index}.name`]}
                  onChange={(name) => change(index, { name })}
                />
                <TextField
                  label={t("edit.headerValue", { number: index + 1 })}
                  value={header.value}
                  maxLength={1000}
                  {...(isStored && { placeholder: t("edit.headerKept") })}
                  error={errors[`headers.${index}.value`]}
                  onChange={(value) => change(index, { value })}
                />
              </div>
              <IconButton
                icon={Trash2}
                className="mt-6"
                label={t("edit.removeHeader", { number: index + 1 })}
                onClick={() => onChange(headers.filter((_header, at) => at !== index))}
              />
            </div>
          );
        })}
      </div>
      {headers.length < webhookHeadersMax && (
        <Button
          size="small"
          icon={Plus}
          className={headers.length > 0 ? "mt-3" : ""}
          onClick={() => onChange([...headers, { name: "", value: "" }])}
        >
          {t("edit.addHeader")}
        </Button>
      )}
      {errors["headers"] !== undefined && <p className="mt-1 text-small text-danger">{errors["headers"]}</p>}
    </fieldset>
  );
}
