/** A catalogue as stored in a JSON file: texts and groups of texts. */
export interface MessageTree {
  [key: string]: string | MessageTree;
}

/**
 * Returns the texts of the chosen language with missing ones taken from English. Neither argument is changed;
 * keys that only the chosen language has are kept.
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
