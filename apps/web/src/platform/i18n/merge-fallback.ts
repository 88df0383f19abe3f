/** A catalogue as stored in a JSON file: texts and groups of texts. */
export interface MessageTree {
  [key: string]: string | MessageTree;
}

/**
 * Returns the texts of the chosen language, with missing texts taken from English. Neither argument is changed. Keys
 * that exist only in the chosen language are kept.
 */
export function mergeFallback(texts: MessageTree, english: MessageTree): MessageTree {
  const merged: MessageTree = { ...texts };
  for (const [key, text] of Object.entries(english)) {
    const chosenText = texts[key];
    if (chosenText === undefined || chosenText === "") merged[key] = text;
    else if (typeof chosenText === "object" && typeof text === "object")
      merged[key] = mergeFallback(chosenText, text);
  }
  return merged;
}
