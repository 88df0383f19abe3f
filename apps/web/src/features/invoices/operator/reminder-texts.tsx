import { type Language, languages } from "@praxisportal/contract/languages";
import { useTranslations } from "use-intl";
import { TextAreaField } from "../../../platform/forms/fields.tsx";
import { languageNames } from "../../../platform/i18n/languages.ts";
import { SegmentedControl } from "../../../ui/form/segmented-control.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { reminderDays, reminderField, reminderLevels } from "./operator-draft.ts";

interface ReminderTextsProps {
  language: Language;
  onLanguage: (language: Language) => void;
  texts: Readonly<Record<string, string>>;
  error: string | undefined;
  onChange: (name: string, text: string) => void;
}

/** Shows the operator's own reminder texts, by level and language. */
export function ReminderTexts({ language, onLanguage, texts, error, onChange }: ReminderTextsProps) {
  const t = useTranslations("invoice-operator");
  return (
    <Card
      title={t("group.reminders")}
      description={t("remindersText")}
      aside={
        <SegmentedControl
          label={t("reminderLanguage")}
          segments={languages.map((value) => ({ value, label: languageNames[value] }))}
          value={language}
          onChange={onLanguage}
        />
      }
    >
      <div className="grid gap-4">
        {reminderLevels.map((level) => {
          const name = reminderField(level, language);
          return (
            <TextAreaField
              key={name}
              label={t("reminder", { level, days: reminderDays[level] })}
              optional
              placeholder={t("reminderDefault")}
              maxLength={2000}
              lang={language}
              error={error}
              value={texts[name] ?? ""}
              onChange={(text) => onChange(name, text)}
            />
          );
        })}
      </div>
    </Card>
  );
}
