import type { Language } from "@praxisportal/contract/languages";
import type { MessageTree } from "./merge-fallback.ts";
import type { TextBundles } from "./text-bundles.ts";
import { bundleName, setOf } from "./text-sets.ts";

type Loader = () => Promise<MessageTree>;

const files = import.meta.glob<MessageTree>(
  [
    "../../**/*.{de,en,fr,it}.json",
    "!../../**/{common,frame,shell,organizations,roles,notifications}.*.json",
    "!../../**/*.test.*",
  ],
  { import: "default" },
);

/** Catalogues that are always needed together share one file. */
const sets = import.meta.glob<Readonly<Record<string, MessageTree>>>(
  "../../app/texts/*-set.{de,en,fr,it}.ts",
  {
    import: "texts",
  },
);

/** Returns "users.de" for ".../features/users/users.de.json". */
function catalogueKey(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1, path.lastIndexOf("."));
}

const loaders: ReadonlyMap<string, Loader> = new Map(
  Object.entries(files).map(([path, load]) => [catalogueKey(path), load]),
);

const setLoaders = new Map(Object.entries(sets).map(([path, load]) => [catalogueKey(path), load]));

function loaderOf(language: Language, feature: string): Loader | undefined {
  const set = setLoaders.get(`${setOf[feature] ?? ""}.${language}`);
  if (set === undefined) return loaders.get(`${feature}.${language}`);
  return async () => (await set())[feature] ?? {};
}

let bundles: TextBundles = {};

/** Sets the bundles of the routes. The login page does without them, because its list is long. */
export function provideTextBundles(provided: TextBundles): void {
  bundles = provided;
}

const pending = new Map<string, Promise<MessageTree>>();

/**
 * Loads one catalogue in one language, once. A failed download is not cached, so that the next call tries
 * again.
 * @throws Error if no such file exists or the download fails.
 */
function loadMessages(language: Language, feature: string): Promise<MessageTree> {
  const key = `${feature}.${language}`;
  const known = pending.get(key);
  if (known) return known;
  const load = loaderOf(language, feature);
  if (!load) return Promise.reject(new Error(`No catalogue ${key}.json`));
  const messages = load().catch((reason: unknown) => {
    pending.delete(key);
    throw reason;
  });
  pending.set(key, messages);
  return messages;
}

/**
 * Loads catalogues in one language; those of one route are in one file.
 * @throws Error if a catalogue does not exist or its download fails.
 */
export async function loadCatalogues(
  language: Language,
  catalogues: readonly string[],
): Promise<MessageTree[]> {
  const bundle = bundles[`${bundleName(catalogues)}.${language}`];
  if (bundle !== undefined) {
    const { texts } = await bundle();
    for (const [name, tree] of Object.entries(texts))
      pending.set(`${name}.${language}`, Promise.resolve(tree));
  }
  return Promise.all(catalogues.map((catalogue) => loadMessages(language, catalogue)));
}
