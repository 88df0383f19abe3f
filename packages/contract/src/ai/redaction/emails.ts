import type { Finding } from "./kinds.ts";

const localEnd = /[\p{L}\p{N}._%+-]/u;
const domainPart = /[\p{L}\p{N}.-]/u;

/** Finds email addresses by reading outwards from each "@". Visits each character at most twice. */
export function findEmails(text: string): Finding[] {
  const foundEmails: Finding[] = [];
  for (let atIndex = text.indexOf("@"); atIndex !== -1; atIndex = text.indexOf("@", atIndex + 1)) {
    let start = atIndex;
    while (start > 0 && localEnd.test(text.charAt(start - 1))) start -= 1;
    let end = atIndex + 1;
    while (end < text.length && domainPart.test(text.charAt(end))) end += 1;
    while (/[.-]/.test(text.charAt(end - 1))) end -= 1;
    const hasTopLevel = /[^.]\.\p{L}{2,24}$/u.test(text.slice(Math.max(atIndex + 1, end - 30), end));
    if (start < atIndex && hasTopLevel) foundEmails.push({ start, end, kind: "email" });
  }
  return foundEmails;
}
