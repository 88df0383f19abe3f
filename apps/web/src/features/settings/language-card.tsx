import { useTranslations } from "use-intl";
import { settingsLanguages } from "@praxisportal/contract/languages";
import { LanguageSelect } from "../../platform/i18n/language-select.tsx";
import { languageNames } from "../../platform/i18n/languages.ts";
import { useWriteBlock } from "../../platform/forms/write-block.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { Field } from "../../ui/form/field.tsx";
import { NativeSelect } from "../../ui/form/native-select.tsx";
import { SaveError } from "./save-failed.tsx";
import { saveSettings, useSettings } from "./settings.store.ts";

/**
 * Selects one of four languages for this device. The account stores one of two languages, which applies on devices
 * without their own choice.
 */
export function LanguageCard() {
  const t = useTranslations("settings");
  const accountLanguage = useSettings((settings) => settings.language);
  const block = useWriteBlock();
  return (
    <Card title={t("language.title")}>
      <div className="grid max-w-96 gap-4">
        <Field label={t("language.session")} hint={t("language.sessionHint")}>
          {(control) => <LanguageSelect {...control} />}
        </Field>
        <Field label={t("language.account")} hint={block ?? t("language.accountHint")}>
          {(control) => (
            <NativeSelect
              {...control}
              disabled={block !== null}
              value={accountLanguage}
              onChange={(event) => {
                const chosen = settingsLanguages.find(
                  (settingsLanguage) => settingsLanguage === event.currentTarget.value,
                );
                // The store records the failure and the card shows it.
                if (chosen) saveSettings({ language: chosen }).catch(() => undefined);
              }}
            >
              {settingsLanguages.map((settingsLanguage) => (
                <option key={settingsLanguage} value={settingsLanguage} lang={settingsLanguage}>
                  {languageNames[settingsLanguage]}
                </option>
              ))}
            </NativeSelect>
          )}
        </Field>
      </div>
      <SaveError of="language" />
    </Card>
  );
}
