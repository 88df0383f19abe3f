import { bodyDepthMax, bodyMaxValueCount } from "@praxisportal/contract/limits";

const quote = 0x22;
const comma = 0x2c;
const backslash = 0x5c;

/**
 * Returns whether a JSON text nests at most {@link bodyDepthMax} levels and contains at most {@link bodyMaxValueCount}
 * values. Scans the text once, without recursion, before it is parsed. Invalid JSON may pass, but the parser rejects
 * it.
 */
export function isWithinJsonBounds(text: string): boolean {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    // Brackets and braces differ in one bit: [ 0x5b, { 0x7b and ] 0x5d, } 0x7d.
    if (code === quote) at = endOfString(text, at);
    else if (code === comma) values += 1;
    else if ((code | 0x20) === 0x7b) depth += 1;
    else if ((code | 0x20) === 0x7d) depth -= 1;
    if (depth > bodyDepthMax || values > bodyMaxValueCount) return false;
  }
  return true;
}

/**
 * Returns the position of the quote that ends the string starting at `start`, or the length of the text if there is
 * none.
 */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

function isEscaped(text: string, at: number): boolean {
  let before = at;
  while (text.charCodeAt(before - 1) === backslash) before -= 1;
  return (at - before) % 2 === 1;
}
