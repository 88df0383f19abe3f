/** A catalogue as it stands in a JSON file: texts and groups of texts. */
export interface MessageTree {
  [key: string]: string | MessageTree;
}

/**
 * The chosen language's texts with every missing one taken from English. Neither argument is changed; a key
 * that only the chosen language has stays.
 */
export function mergeFallback(chosen: MessageTree, english: MessageTree): MessageTree {
  const merged: MessageTree = { ...chosen };
  for (const [key, text] of Object.entries(english)) {
    const own = chosen[key];
    if (own === undefined || own === "") merged[key] = text;
    else if (typeof own === "object" && typeof text === "object") merged[key] = mergeFallback(own, text);
  }
  return merged;
}
