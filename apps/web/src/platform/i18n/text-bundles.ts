import type { MessageTree } from "./merge-fallback.ts";

type Load = () => Promise<{ readonly texts: Readonly<Record<string, MessageTree>> }>;

export type TextBundles = Readonly<Partial<Record<string, Load>>>;

/**
 * Loads the catalogues of one route in one language, by the name of the bundle and the language. The build writes them
 * (`build/text-bundles.ts`); in development there are none and every catalogue is a file of its own.
 */
export const textBundles: TextBundles = {};
