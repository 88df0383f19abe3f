/** Returns the words of a mention in lower case, without the full stops of initials. */
function wordsOf(mention: string): string[] {
  return (
    mention
      .normalize("NFC")
      .toLowerCase()
      .match(/[\p{L}'’-]+/gu) ?? []
  );
}

const isInitial = (word: string) => word.length === 1;
const genitive = /['’]?s?$/;

/** Returns whether a word can refer to a known person: it is the same word, its genitive, or its initial. */
function isFormOf(word: string, known: string): boolean {
  if (word === known || word.replace(genitive, "") === known.replace(genitive, "")) return true;
  return isInitial(word) && known.startsWith(word);
}

/**
 * Returns, for each mention, the index of its person in text order. "Müllers" and "Frau Müller" are "Anna Müller" as
 * long as no other Müller is mentioned. With two of them, the bare surname is ambiguous and counts as a separate
 * person.
 */
export function samePersons(mentions: readonly string[]): number[] {
  const words = mentions.map(wordsOf);
  const groups: { words: readonly string[]; members: number[] }[] = [];
  const byWord = new Map<string, Set<number>>();
  const longestFirst = mentions
    .map((_, index) => index)
    .toSorted((left, right) => (words[right]?.length ?? 0) - (words[left]?.length ?? 0));
  for (const index of longestFirst) {
    const ownWords = words[index] ?? [];
    const candidates = candidatesOf(ownWords, byWord).filter((group) =>
      fits(ownWords, groups[group]?.words ?? []),
    );
    const exact = candidates.find((group) => groups[group]?.words.length === ownWords.length);
    const group = exact ?? (candidates.length === 1 ? candidates[0] : undefined);
    if (group !== undefined) groups[group]?.members.push(index);
    else {
      groups.push({ words: ownWords, members: [index] });
      for (const word of ownWords) {
        const stem = word.replace(genitive, "");
        byWord.set(stem, (byWord.get(stem) ?? new Set()).add(groups.length - 1));
      }
    }
  }
  const personOf = Array.from<number>({ length: mentions.length });
  const inTextOrder = groups.toSorted(
    (left, right) => Math.min(...left.members) - Math.min(...right.members),
  );
  for (const [person, { members }] of inTextOrder.entries())
    for (const member of members) personOf[member] = person;
  return personOf;
}

/** Returns the groups that share the rarest non-initial word of a mention. */
function candidatesOf(words: readonly string[], byWord: ReadonlyMap<string, ReadonlySet<number>>): number[] {
  let fewest: ReadonlySet<number> | undefined;
  for (const word of words.filter((candidate) => !isInitial(candidate))) {
    const groups = byWord.get(word.replace(genitive, "")) ?? new Set<number>();
    if (fewest === undefined || groups.size < fewest.size) fewest = groups;
  }
  return [...(fewest ?? [])];
}

function fits(words: readonly string[], known: readonly string[]): boolean {
  return words.every((word) => known.some((candidate) => isFormOf(word, candidate)));
}
