const lettersPerToken = 5;
const digitsPerToken = 3;

/** Kinds of characters; `start` is none. */
const start = 0;
const blank = 1;
const line = 2;
const letter = 3;
const digit = 4;
const sign = 5;

/**
 * Counts about as many tokens as today's models make of German: five letters of a word, three digits, a sign or a line
 * end each are one; a single blank belongs to what follows. May be fed in pieces, split anywhere: the sum is that of
 * the whole. German prose comes out at about 1.7 tokens a word, as measured models do; lists of abbreviations higher.
 *
 * Only for what nobody told: texts whose call was broken off. What a provider tells goes before.
 */
export class TokenCounter {
  #tokens = 0;
  #kind = start;
  #length = 0;

  get tokens(): number {
    return this.#tokens;
  }

  add(text: string): void {
    let tokens = this.#tokens;
    let kind = this.#kind;
    let length = this.#length;
    for (let index = 0; index < text.length; index += 1) {
      const unit = text.charCodeAt(index);
      // The second half of a pair belongs to the first.
      if (unit >= 0xdc00 && unit <= 0xdfff) continue;
      const next = unit < asciiKinds.length ? (asciiKinds[unit] ?? sign) : kindOf(unit);
      length = next === kind ? length + 1 : 1;
      kind = next;
      if (beginsToken(kind, length)) tokens += 1;
    }
    this.#tokens = tokens;
    this.#kind = kind;
    this.#length = length;
  }

  reset(): void {
    this.#tokens = 0;
    this.#kind = start;
    this.#length = 0;
  }
}

function beginsToken(kind: number, length: number): boolean {
  switch (kind) {
    case letter:
      return length % lettersPerToken === 1;
    case digit:
      return length % digitsPerToken === 1;
    case blank:
      // One blank goes with the next word; the rest of a run is one more.
      return length === 2;
    case line:
      return length === 1;
    default:
      return true;
  }
}

/** By UTF-16 unit: letters of Latin, Greek and Cyrillic are letters, signs of other scripts count one each. */
function kindOf(unit: number): number {
  if ((unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90)) return letter;
  if (unit === 32 || unit === 9) return blank;
  if (unit === 10 || unit === 13) return line;
  if (unit >= 48 && unit <= 57) return digit;
  return unit >= 0xc0 && unit < 0x2000 && unit !== 0xd7 && unit !== 0xf7 ? letter : sign;
}

/** Nearly all of a text, looked up instead of worked out. */
const asciiKinds = Uint8Array.from({ length: 128 }, (_none, unit) => kindOf(unit));
