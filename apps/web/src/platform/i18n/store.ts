import { createStore } from "zustand/vanilla";
import { defaultLanguage, isLanguage, type Language } from "@praxisportal/contract/languages";
import { isRegion, type Region } from "./languages.ts";
import { loadCatalogues } from "./load-messages.ts";
import type { MessageTree } from "./merge-fallback.ts";
import { regionalWording } from "./regional-wording.ts";

/** Key in localStorage. The stored value is authoritative. The store mirrors it. */
const localeKey = "locale";

export interface I18nState {
  language: Language;
  region: Region;
  /** The organization's time zone, or undefined for the browser's own. */
  timeZone: string | undefined;
  /** Catalogues by feature name, all in `language`. */
  messages: Readonly<Record<string, MessageTree>>;
}

function readLanguage(): Language {
  try {
    const stored = localStorage.getItem(localeKey);
    return isLanguage(stored) ? stored : defaultLanguage;
  } catch {
    return defaultLanguage;
  }
}

function writeLanguage(language: Language): void {
  try {
    localStorage.setItem(localeKey, language);
  } catch {
    // Storage may be blocked. The language then applies until the page is closed.
  }
}

function browserRegion(): Region {
  try {
    const { region } = new Intl.Locale(navigator.language || "de-DE");
    return isRegion(region) ? region : "DE";
  } catch {
    // Not every browser reports a language tag: Chromium under LANG=C has "en-US@posix".
    return "DE";
  }
}

export const i18nStore = createStore<I18nState>()(() => ({
  language: readLanguage(),
  region: browserRegion(),
  timeZone: undefined,
  messages: {},
}));

async function fetchAll(language: Language, region: Region, features: readonly string[]) {
  const trees = await loadCatalogues(language, features);
  const worded = language === "de" ? trees.map((tree) => regionalWording(tree, region)) : trees;
  return Object.fromEntries(features.map((feature, index) => [feature, worded[index] ?? {}]));
}

/**
 * Loads the texts of these features in the current language. Call it in a route's loader, so that the page
 * never shows keys. Loaded catalogues are not fetched again.
 * @throws Error if a catalogue cannot be downloaded.
 */
export async function ensureMessages(...features: readonly string[]): Promise<void> {
  const { language, region, messages } = i18nStore.getState();
  const missing = features.filter((feature) => !(feature in messages));
  if (missing.length === 0) return;
  const fetched = await fetchAll(language, region, missing);
  const now = i18nStore.getState();
  // The language changed during the download: load the texts again in the new language.
  if (now.language !== language || now.region !== region) return ensureMessages(...features);
  i18nStore.setState({ messages: { ...now.messages, ...fetched } });
}

let latest = 0;
/** The language and country whose texts are loading, or undefined if none are. */
let target: Pick<I18nState, "language" | "region"> | undefined;

/**
 * Changes and stores the language. Texts are loaded first, so that the page does not flicker. The last of several
 * changes applies.
 * @throws Error if a catalogue cannot be downloaded. The language then stays unchanged.
 */
export async function setLanguage(language: Language): Promise<void> {
  if (language === i18nStore.getState().language) writeLanguage(language);
  await switchTo({ language });
}

/**
 * Sets the region whose formats for numbers, money and dates apply: that of the organization or, without a value, that
 * of the browser.
 */
export async function setRegion(region = browserRegion()): Promise<void> {
  await switchTo({ region });
}

/**
 * Sets the time zone in which dates and times are shown and entered: that of the organization or, without a value, that
 * of the browser.
 */
export function setTimeZone(timeZone?: string): void {
  if (timeZone !== i18nStore.getState().timeZone) i18nStore.setState({ timeZone });
}

/** Loads the texts and applies them, unless a later change has superseded this one. The later change includes it. */
async function switchTo(change: Partial<Pick<I18nState, "language" | "region">>): Promise<void> {
  const previousState = i18nStore.getState();
  const { language, region } = {
    language: previousState.language,
    region: previousState.region,
    ...target,
    ...change,
  };
  const turn = ++latest;
  target = undefined;
  if (language === previousState.language && region === previousState.region) return;
  target = { language, region };
  try {
    const messages = await fetchAll(language, region, Object.keys(previousState.messages));
    if (turn !== latest) return;
    const arrived = Object.keys(i18nStore.getState().messages).filter((feature) => !(feature in messages));
    if (language !== i18nStore.getState().language) writeLanguage(language);
    i18nStore.setState({ language, region, messages });
    await ensureMessages(...arrived);
  } finally {
    if (turn === latest) target = undefined;
  }
}
