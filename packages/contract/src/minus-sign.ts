/** Returns a formatted number with the minus sign (U+2212), for which browsers and Node.js write a hyphen. */
export function withMinusSign(number: string): string {
  return number.replace("-", "\u2212");
}
