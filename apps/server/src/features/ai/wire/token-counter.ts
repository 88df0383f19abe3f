/** Character classes; `start` is before the first character. */
const start = 0;
const blank = 1;
const line = 2;
const letter = 3;
const digit = 4;
const sign = 5;

/**
 * Characters of each class per token. A single space belongs to the next word; a run of further spaces is one token.
 */
const lengths = Float64Array.of(1, Infinity, Infinity, 5, 3, 1);

/**
 * Estimates the tokens that current models produce for German text: five letters, three digits, a symbol or a run of
 * line breaks each make one; a single space belongs to what follows. Input may be split anywhere; the sum does not
 * change. German prose gives about 1.7 tokens per word, as measured with real models; lists of abbreviations give more.
 *
 * Used only for aborted calls. Usage reported by a provider takes precedence.
 */
export class TokenCounter {
  #tokens = 0;
  #kind = start;
  /** Characters that the last token still covers. */
  #remaining = 0;

  get tokens(): number {
    return this.#tokens;
  }

  add(text: string): void {
    let tokens = this.#tokens;
    let kind = this.#kind;
    let remaining = this.#remaining;
    for (let index = 0; index < text.length; index += 1) {
      const unit = text.charCodeAt(index);
      // Skip the second half of a surrogate pair.
      if (unit >= 0xdc00 && unit <= 0xdfff) continue;
      const next = unit < asciiKinds.length ? (asciiKinds[unit] ?? sign) : kindOf(unit);
      if (next !== kind) {
        kind = next;
        remaining = kind === blank ? 1 : 0;
      }
      if (remaining === 0) {
        tokens += 1;
        remaining = lengths[kind] ?? 1;
      }
      remaining -= 1;
    }
    this.#tokens = tokens;
    this.#kind = kind;
    this.#remaining = remaining;
  }

  reset(): void {
    this.#tokens = 0;
    this.#kind = start;
    this.#remaining = 0;
  }
}

/**
 * Returns the class of a UTF-16 unit. ASCII letters and U+00C0 to U+1FFF (Latin, Greek, Cyrillic and other alphabets)
 * count as letters; each character of later blocks, such as CJK, is a symbol.
 */
function kindOf(unit: number): number {
  if ((unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90)) return letter;
  if (unit === 32 || unit === 9) return blank;
  if (unit === 10 || unit === 13) return line;
  if (unit >= 48 && unit <= 57) return digit;
  return unit >= 0xc0 && unit < 0x2000 && unit !== 0xd7 && unit !== 0xf7 ? letter : sign;
}

/** Lookup table for ASCII, which is nearly all of a text. */
const asciiKinds = Uint8Array.from({ length: 128 }, (_none, unit) => kindOf(unit));
