import { useEffect, type ReactNode } from "react";
import { IntlProvider } from "use-intl";
import { useStore } from "zustand";
import type { Language } from "@praxisportal/contract/languages";
import { formatLocale } from "./languages.ts";
import { ensureMessages, i18nStore } from "./store.ts";

/**
 * Gives all pages their texts. It renders nothing until the shared texts are there, so load them before the
 * first render with `ensureMessages("common", …)`. `<html lang>` follows the language.
 */
export function I18nProvider({ children, timeZone }: { children: ReactNode; timeZone?: string | undefined }) {
  const { language, region, messages } = useStore(i18nStore);
  const locale = formatLocale(language, region);
  // Without a zone the browser's own holds; asking for its name would cost the login page 10 ms and more.
  const zone = timeZone === undefined ? {} : { timeZone };

  useEffect(() => {
    document.documentElement.lang = locale;
  }, [locale]);

  useEffect(() => {
    void ensureMessages("common");
  }, []);

  if (!("common" in messages)) return null;
  return (
    // The catalogues are typed by their German files; which of them are loaded is the route's business.
    <IntlProvider locale={locale} {...zone} messages={messages}>
      {children}
    </IntlProvider>
  );
}

/** The current language of the interface. */
export function useLanguage(): Language {
  return useStore(i18nStore, (state) => state.language);
}
