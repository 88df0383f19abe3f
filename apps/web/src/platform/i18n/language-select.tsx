import { isLanguage, languages } from "@praxisportal/contract/languages";
import { NativeSelect, type NativeSelectProps } from "../../ui/form/native-select.tsx";
import { useLanguage } from "./i18n-provider.tsx";
import { languageNames } from "./languages.ts";
import { setLanguage } from "./store.ts";

/** Selects the language of this device. */
export function LanguageSelect(props: Omit<NativeSelectProps, "value" | "onChange" | "children">) {
  const language = useLanguage();
  return (
    <NativeSelect
      {...props}
      value={language}
      onChange={(event) => {
        const { value } = event.currentTarget;
        if (isLanguage(value)) void setLanguage(value);
      }}
    >
      {languages.map((option) => (
        <option key={option} value={option} lang={option}>
          {languageNames[option]}
        </option>
      ))}
    </NativeSelect>
  );
}
