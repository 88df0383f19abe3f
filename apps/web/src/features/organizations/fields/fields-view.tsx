import type { Organization } from "@praxisportal/contract/organizations/organizations.schema";
import { useTranslations } from "use-intl";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { cx } from "../../../ui/cx.ts";
import { linkClass } from "../../../ui/button/link-style.ts";
import { MailAddress } from "../../../ui/label/mail-address.tsx";
import { valueAt } from "./draft.ts";
import { fieldKinds, type FieldPath, type FieldSection } from "./field-plan.ts";
import { useChoiceLabel } from "./use-choice-label.ts";
import { useFieldLabels } from "./use-field-labels.ts";

/** Returns whether a field has a value. Switches and moments always have one. */
function isFilled(organization: Organization, path: FieldPath): boolean {
  const kind = fieldKinds[path];
  if (kind === "switch" || kind === "moment") return true;
  const value = valueAt(organization, path);
  return typeof value === "number" || (typeof value === "string" && value !== "");
}

function Value({ organization, path }: { organization: Organization; path: FieldPath }) {
  const t = useTranslations("organization-fields");
  const format = useFormat();
  const choice = useChoiceLabel();
  const value = valueAt(organization, path);
  switch (fieldKinds[path]) {
    case "switch":
      return value === true ? t("yes") : t("no");
    case "moment":
      return typeof value === "string" ? t("since", { date: format.date(value) }) : t("no");
    default:
  }
  if (typeof value === "number") return t("count", { count: value });
  if (typeof value !== "string") return null;
  switch (fieldKinds[path]) {
    case "email":
      return (
        <a className={linkClass} href={`mailto:${value}`}>
          <MailAddress email={value} />
        </a>
      );
    case "phone":
      return (
        <a className={linkClass} href={`tel:${value.replaceAll(/[^+\d]/g, "")}`}>
          {value}
        </a>
      );
    case "url":
      return (
        <a className={linkClass} href={value} target="_blank" rel="noreferrer noopener">
          {value}
        </a>
      );
    default:
      return choice(path, value);
  }
}

/** Shows the fields of an organization read-only. Fields without a value are listed by name on one line. */
export function FieldsView({
  organization,
  sections,
  paired = false,
}: {
  organization: Organization;
  sections: readonly FieldSection[];
  /** Two sections side by side where there is room. */
  paired?: boolean;
}) {
  const t = useTranslations("organization-fields");
  const labels = useFieldLabels();
  return (
    <div className={cx("grid items-start gap-6", paired && "lg:grid-cols-2")}>
      {sections.map(({ key, fields }) => {
        const filledFields = fields.filter((path) => isFilled(organization, path));
        const missingLabels = fields
          .filter((path) => !filledFields.includes(path))
          .map((path) => labels.label(path));
        return (
          <section key={key} aria-label={t(`section.${key}`)}>
            <h3 className="mb-2 text-body font-strong text-text">{t(`section.${key}`)}</h3>
            {filledFields.length > 0 && (
              <dl
                className={cx(
                  "grid gap-x-4 gap-y-2 text-body sm:grid-cols-[13rem_1fr]",
                  paired && "lg:grid-cols-[10rem_1fr]",
                )}
              >
                {filledFields.map((path) => (
                  <div key={path} className="contents">
                    <dt className="text-text-3">{labels.label(path)}</dt>
                    <dd className="wrap-anywhere whitespace-pre-line text-text max-sm:-mt-2">
                      <Value organization={organization} path={path} />
                    </dd>
                  </div>
                ))}
              </dl>
            )}
            {missingLabels.length > 0 && (
              <p className={cx("text-dense text-text-3", filledFields.length > 0 && "mt-2")}>
                {t("missing", { fields: missingLabels.join(", ") })}
              </p>
            )}
          </section>
        );
      })}
    </div>
  );
}
