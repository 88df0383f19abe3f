import { isIban } from "./check-digits.ts";
import type { Finding } from "./kinds.ts";

/** Length of an IBAN without spaces, by country. */
const lengths = new Map(
  "DE22 AT20 CH21 LI21 LU20 NL18 BE16 FR27 IT27 ES24 PT25 PL28 CZ24 SK24 HU28 SI19 HR21 RO24 BG22 DK18 SE24 NO15 FI18 GB22 IE22 TR26 GR27 RS22 BA20 EE20 LV21 LT20"
    .split(" ")
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);

const beginning = /(?<![\p{L}\p{N}])[a-z]{2}[ \u00a0]?\d{2}/giu;
const cue = /(?:iban|konto|kto)\P{L}{0,6}(?:nummer|nr\.?)?\P{L}{0,4}$/iu;

/** Finds IBANs, compact or grouped. An IBAN with wrong check digits (a typo) counts only after "IBAN" or "Konto". */
export function findIbans(text: string): Finding[] {
  return [...text.matchAll(beginning)].flatMap(({ 0: head, index: start }): Finding[] => {
    const length = lengths.get(head.slice(0, 2).toUpperCase());
    if (length === undefined) return [];
    let [compact, end] = ["", start];
    while (compact.length < length && end < text.length) {
      const character = text.charAt(end);
      if (/[a-z0-9]/i.test(character)) compact += character.toUpperCase();
      else if (!/[ \u00a0.-]/.test(character) || / {2}$/.test(text.slice(end - 1, end + 1))) break;
      end += 1;
    }
    if (compact.length < length || /[\p{L}\p{N}]/u.test(text.charAt(end))) return [];
    return isIban(compact) || cue.test(text.slice(Math.max(0, start - 30), start))
      ? [{ start, end, kind: "iban" }]
      : [];
  });
}
