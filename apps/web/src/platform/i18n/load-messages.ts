import type { Language } from "@praxisportal/contract/languages";
import type { MessageTree } from "./merge-fallback.ts";

type Loader = () => Promise<MessageTree>;

const files = import.meta.glob<MessageTree>(["../../**/*.{de,en,fr,it}.json", "!../../**/*.test.*"], {
  import: "default",
});

/** "users.de" for ".../features/users/users.de.json". */
function catalogueKey(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1, -".json".length);
}

const loaders: ReadonlyMap<string, Loader> = new Map(
  Object.entries(files).map(([path, load]) => [catalogueKey(path), load]),
);

const pending = new Map<string, Promise<MessageTree>>();

/**
 * One catalogue in one language, fetched once. A failed download is forgotten, so that the next call tries
 * again.
 * @throws Error when no file of that name exists, or when the download fails.
 */
export function loadMessages(language: Language, feature: string): Promise<MessageTree> {
  const key = `${feature}.${language}`;
  const known = pending.get(key);
  if (known) return known;
  const load = loaders.get(key);
  if (!load) return Promise.reject(new Error(`No catalogue ${key}.json`));
  const messages = load().catch((reason: unknown) => {
    pending.delete(key);
    throw reason;
  });
  pending.set(key, messages);
  return messages;
}
