import type { Language } from "@praxisportal/contract/languages";
import de from "./mail.de.json" with { type: "json" };
import en from "./mail.en.json" with { type: "json" };
import fr from "./mail.fr.json" with { type: "json" };
import it from "./mail.it.json" with { type: "json" };
import { oneLine } from "./message.ts";

type MailTexts = typeof de;
/** Names of all mails. */
export type MailTemplate = Exclude<keyof MailTexts, "frame">;

const texts: Readonly<Record<Language, MailTexts>> = { de, en, fr, it };
const locales: Readonly<Record<Language, string>> = { de: "de-DE", en: "en-GB", fr: "fr-FR", it: "it-IT" };
/** Time zone if no organization sets one. It is that of Germany, Austria and Switzerland. */
const defaultTimeZone = "Europe/Berlin";

/** Values for the placeholders. A paragraph whose placeholder has no value is omitted. */
export type MailValues = {
  name: string;
  time: Date;
  portal: URL;
  organization?: string;
  inviter?: string;
  /** Names of the acting and of the affected user. */
  actor?: string;
  person?: string;
  /**
   * Author of a change to the recipient's account, which is an administrator (`actor`) or the user, on `device` if
   * known.
   */
  by?: "administrator" | "self";
  message?: string;
  newEmail?: string;
  /** Names of a browser and its operating system. */
  device?: string;
  address?: string;
  /** Link of the mail, on a separate line. */
  link?: URL;
  /** Link that ends mails of this kind. */
  unsubscribe?: URL;
  /** Expiry of the link. */
  until?: Date;
  /**
   * Invoice of the mail, with its number, the day (`YYYY-MM-DD`) on which it is due or collected, and the amount or its
   * open part.
   */
  invoiceNumber?: string;
  dueOn?: string;
  debitOn?: string;
  amount?: { cents: number; currency: string };
  /** Bank account to which it has to be paid. */
  account?: string;
  /** Sender's own text in place of the first paragraph. Each line is a paragraph. */
  text?: string;
  /** Further placeholders that are counts. */
  counts?: Readonly<Record<string, number>>;
  /** Time zone for the times, which is that of the organization that the mail is about. */
  timeZone?: string;
};

export function isMailTemplate(name: unknown): name is MailTemplate {
  return typeof name === "string" && name !== "frame" && Object.hasOwn(de, name);
}

/**
 * Renders the subject, text and HTML of a mail. Values are inserted as text. They are escaped in HTML and never
 * interpreted as markup.
 */
export function renderMail(template: MailTemplate, language: Language, values: MailValues) {
  const { frame, [template]: mail } = texts[language];
  const { organization, inviter, actor, person, message, newEmail, device, address, link, until } = values;
  const timeZone = values.timeZone ?? defaultTimeZone;
  const named: Record<string, string | undefined> = {
    ...countTexts(values.counts, language),
    name: oneLine(values.name),
    time: timeText(values.time, language, timeZone),
    portal: values.portal.origin,
    organization: organization && oneLine(organization),
    inviter: inviter && oneLine(inviter),
    actor: actor && oneLine(actor),
    person: person && oneLine(person),
    message: message && oneLine(message),
    newEmail: newEmail && oneLine(newEmail),
    device: device && oneLine(device),
    address: address && oneLine(address),
    link: link?.href,
    unsubscribe: values.unsubscribe?.href,
    until: until && timeText(until, language, timeZone),
    invoiceNumber: values.invoiceNumber && oneLine(values.invoiceNumber),
    dueOn: values.dueOn && dayText(values.dueOn, language),
    debitOn: values.debitOn && dayText(values.debitOn, language),
    amount: values.amount && amountText(values.amount, language),
    account: values.account && oneLine(values.account),
  };
  const plain: Record<string, string | undefined> = { ...named, by: byLine(frame, values.by, named) };
  // A mail with its own link gets no second link to the portal.
  const closing = link === undefined ? [frame.open] : [];
  const fillAll = (paragraphs: readonly string[]) =>
    paragraphs
      .filter((line) => namesOf(line).every((name) => plain[name] !== undefined))
      .map((line) => fill(line, plain));
  const [first = "", ...others] = mail.paragraphs;
  const beginning = values.text === undefined ? fillAll([first]) : ownParagraphs(values.text);
  const lines = [...fillAll([`${frame.greeting},`]), ...beginning, ...fillAll([...others, ...closing])];
  return {
    subject: fill(mail.subject, plain),
    text: `${[...lines, `-- \n${frame.footer}`].join("\n\n")}\n`,
    html: page(language, lines, frame.footer, [
      ...pagesOf(mail.paragraphs, values.portal),
      ...(values.unsubscribe ? [values.unsubscribe.href] : []),
      link?.href ?? values.portal.origin,
    ]),
  };
}

/** Returns the addresses of the pages that paragraphs link to by ending with a text such as `{portal}/users`. */
function pagesOf(paragraphs: readonly string[], { origin }: URL): string[] {
  return paragraphs.flatMap((line) => {
    const [, path] = /\{portal\}(\/[a-z-]+)$/.exec(line) ?? [];
    return path === undefined ? [] : [`${origin}${path}`];
  });
}

/** Returns the lines of a text without control characters and empty lines. Placeholders in it are not replaced. */
function ownParagraphs(text: string): string[] {
  return text
    .split(/[\n\u2028\u2029]/u)
    .map((line) => line.replace(/\p{Cc}+/gu, " ").trim())
    .filter((line) => line !== "");
}

/** Returns the paragraph that names who changed an account, or undefined if that is unknown. */
function byLine(
  frame: MailTexts["frame"],
  by: MailValues["by"],
  named: Readonly<Record<string, string | undefined>>,
): string | undefined {
  if (by === undefined) return undefined;
  if (by === "self") return fill(named["device"] ? frame.byOwnDevice : frame.byOwnAccount, named);
  return named["actor"] && named["organization"] ? fill(frame.byAdministrator, named) : undefined;
}

/**
 * Returns the subject of a mail in each language, as a short text for a notification. The subject must not have
 * placeholders.
 */
export function mailSubjects(template: MailTemplate): Record<Language, string> {
  const subjectIn = (language: Language) => texts[language][template].subject;
  return { de: subjectIn("de"), en: subjectIn("en"), fr: subjectIn("fr"), it: subjectIn("it") };
}

function namesOf(line: string): string[] {
  return [...line.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
}

/** Replaces each `{name}` once. Placeholders inside a value are not replaced. */
function fill(text: string, values: Readonly<Record<string, string | undefined>>): string {
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder);
}

function timeText(time: Date, language: Language, timeZone: string): string {
  return new Intl.DateTimeFormat(locales[language], {
    day: "numeric",
    month: "long",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    timeZone,
    timeZoneName: "short",
  }).format(time);
}

function countTexts(counts: MailValues["counts"], language: Language): Record<string, string> {
  const numbers = new Intl.NumberFormat(locales[language]);
  return Object.fromEntries(
    Object.entries(counts ?? {}).map(([name, count]) => [name, numbers.format(count)]),
  );
}

function dayText(day: string, language: Language): string {
  return new Intl.DateTimeFormat(locales[language], { dateStyle: "long", timeZone: "UTC" }).format(
    new Date(day),
  );
}

function amountText({ cents, currency }: NonNullable<MailValues["amount"]>, language: Language): string {
  return new Intl.NumberFormat(locales[language], { style: "currency", currency }).format(cents / 100);
}

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => escapes[character] ?? character);
}

/** Returns the HTML page of a mail. It loads no external resources such as images, style sheets or fonts. */
function page(
  language: Language,
  lines: readonly string[],
  footer: string,
  addresses: readonly string[],
): string {
  const body = lines.map((line) => {
    const text = escapeHtml(line);
    // Only a line that ends with an address of the portal becomes a link. An address inside a value stays text.
    const address = addresses.find((candidate) => line.endsWith(candidate));
    if (address === undefined) return `<p>${text}</p>`;
    const escaped = escapeHtml(address);
    return `<p>${text.slice(0, -escaped.length)}<a href="${escaped}">${escaped}</a></p>`;
  });
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><title>Praxisportal</title></head>
<body style="margin:0;padding:24px;font-family:system-ui,sans-serif;font-size:16px;line-height:1.5;max-width:600px">
${body.join("\n")}
<p style="color:#5b6770;font-size:13px">${escapeHtml(footer)}</p>
</body></html>
`;
}
