import { useTranslations } from "use-intl";
import { AllTokens } from "../../../features/org-tokens/list/all-tokens.tsx";
import { renderOrganizationPicker } from "../render-organization-picker.tsx";

/** The application tokens of all organizations, for platform administrators. */
export function TokensTab() {
  const t = useTranslations("client-tokens");
  return (
    <section aria-labelledby="admin-tokens">
      <AllTokens
        renderOrganizationPicker={renderOrganizationPicker}
        header={(actions) => (
          <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
            <div className="min-w-0">
              <h2 id="admin-tokens" className="text-section text-text">
                {t("title")}
              </h2>
              <p className="text-dense text-text-2">{t("subtitle")}</p>
            </div>
            <div className="button-row flex flex-wrap gap-3">{actions}</div>
          </div>
        )}
      />
    </section>
  );
}
