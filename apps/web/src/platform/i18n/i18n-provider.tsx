import { useEffect, type ReactNode } from "react";
import { IntlProvider } from "use-intl";
import { useStore } from "zustand";
import type { Language } from "@praxisportal/contract/languages";
import { formatLocale } from "./languages.ts";
import { ensureMessages, i18nStore } from "./store.ts";

/**
 * Provides translations to all pages. Renders nothing until the shared texts are loaded, so call
 * `ensureMessages("common", …)` before the first render. Keeps `<html lang>` in sync with the language.
 */
export function I18nProvider({ children }: { children: ReactNode }) {
  const { language, region, timeZone, messages } = useStore(i18nStore);
  const locale = formatLocale(language, region);
  // Without a zone, the browser's own zone applies. Looking up its name would take 10 ms or more on the login page.
  const zone = timeZone === undefined ? {} : { timeZone };

  useEffect(() => {
    document.documentElement.lang = locale;
  }, [locale]);

  useEffect(() => {
    void ensureMessages("common");
  }, []);

  if (!("common" in messages)) return null;
  return (
    // Catalogues are typed by their German files. Each route loads the catalogues that it needs.
    <IntlProvider locale={locale} {...zone} messages={messages}>
      {children}
    </IntlProvider>
  );
}

/** Returns the current interface language. */
export function useLanguage(): Language {
  return useStore(i18nStore, (state) => state.language);
}
