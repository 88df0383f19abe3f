import type { Finding } from "./kinds.ts";

const localEnd = /[\p{L}\p{N}._%+-]/u;
const domainPart = /[\p{L}\p{N}.-]/u;

/** Finds email addresses by reading outwards from each "@". Visits each character at most twice. */
export function findEmails(text: string): Finding[] {
  const found: Finding[] = [];
  for (let at = text.indexOf("@"); at !== -1; at = text.indexOf("@", at + 1)) {
    let start = at;
    while (start > 0 && localEnd.test(text.charAt(start - 1))) start -= 1;
    let end = at + 1;
    while (end < text.length && domainPart.test(text.charAt(end))) end += 1;
    while (/[.-]/.test(text.charAt(end - 1))) end -= 1;
    const hasTopLevel = /[^.]\.\p{L}{2,24}$/u.test(text.slice(Math.max(at + 1, end - 30), end));
    if (start < at && hasTopLevel) found.push({ start, end, kind: "email" });
  }
  return found;
}
