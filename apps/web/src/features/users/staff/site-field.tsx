import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { sitesQuery } from "../../../entities/site/site.api.ts";
import { Field } from "../../../ui/form/field.tsx";
import { NativeSelect } from "../../../ui/form/native-select.tsx";

export interface SiteFieldProps {
  organizationId: string;
  /** "" for no site. */
  value: string;
  onChange: (siteId: string) => void;
  error?: string | undefined;
}

/** Selects a site. Empty if the organization has no sites. */
export function SiteField({ organizationId, value, onChange, error }: SiteFieldProps) {
  const t = useTranslations("staff");
  const sites = useQuery(sitesQuery(organizationId)).data ?? [];
  if (sites.length === 0) return null;
  return (
    <Field label={t("field.site")} error={error}>
      {(control) => (
        <NativeSelect {...control} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
          <option value="">{t("field.noSite")}</option>
          {sites.map((site) => (
            <option key={site.id} value={site.id}>
              {site.name}
            </option>
          ))}
        </NativeSelect>
      )}
    </Field>
  );
}
