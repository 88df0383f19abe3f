import { existsSync, globSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");

/** Returns the rows of the tables without their headings. */
function readGlossary(): { english: string; german: string; meaning: string; place: string }[] {
  return readFileSync(join(root, "docs/glossary.md"), "utf8")
    .split("\n")
    .filter((line) => line.startsWith("|") && !/^\| (?:English|-)/.test(line))
    .map((line) => {
      const [english = "", german = "", meaning = "", place = ""] = line
        .slice(1, -1)
        .split("|")
        .map((cell) => cell.trim());
      return { english, german, meaning, place: place.replaceAll("`", "") };
    });
}

/** Returns the German texts of the interface, mails and errors, with the keys of the files. */
function readGermanTexts(): string {
  const catalogues = ["apps/*/src/**/*.de.json", "packages/contract/src/*.de.json"];
  return catalogues
    .flatMap((pattern) => globSync(pattern, { cwd: root }))
    .map((file) => readFileSync(join(root, file), "utf8"))
    .join("\n");
}

/** All domain terms in alphabetical order. Terms are added to and removed from this list and the glossary together. */
const domainTerms =
  `access token; account lock; actor; administrator; AI instruction; AI provider; AI switch; alarm; application;
  approval; audit chain; audit entry; authenticator code; background work; backup code; bank entry; bank
  statement; billing profile; blind; block; bulk operation; bus; checkpoint; classic mode; cloud sync; conflict;
  connection mode; conversation; cost; credit note; day code; delivery; demonstration; department; device; direct
  debit; directory; domain event; draft; emergency code; entitlement; evidence folder; extension; fallback login;
  full sign-in; gap; grant; hint; hold; invitation; invoice; invoice run; job; job title; known name; legacy
  practice server; legal hold; level; limit; live update; lock, unlock; mandate; member; membership; model; notification;
  offboarding; onboarding; operator; operator profile; organization; organization token; outbox; own data;
  partition; passkey; payment; pending change; permission; person; PIN; plan; planned plan; practice code;
  preferences; primary; prompt template; proration; quota; recovery code; redaction; refresh token; reminder;
  replica; retention; review of rights; role; saved view; scope; season; seat; second factor; session; settings;
  settlement; setup; site; span, trace; staff board; standby; start data; step-up; template; temporary password;
  tenant; tenant export; term; trusted device; two-factor sign-in; unconfirmed session; unit; usable membership;
  usage; user; webhook; weekly digest; workstation`
    .split(";")
    .map((term) => term.trim().replaceAll(/\s+/g, " "));

/** Returns a pattern for a German term in any grammatical form. Endings of words are ignored. */
function formsOf(term: string): RegExp {
  const words = term.split(" ").map((word) => {
    const stem = word.replace(/(?<=.{3})(?:e[rsn]?|n|s)$/, "");
    return `${RegExp.escape(stem)}\\p{L}*`;
  });
  return new RegExp(`(?<!\\p{L})${words.join(" ")}`, "iu");
}

describe("the glossary", () => {
  it("R0-01 has English term, German interface term, one-line meaning and place in each row", () => {
    const rows = readGlossary();
    const german = readGermanTexts();
    expect(rows.length).toBeGreaterThan(50);
    for (const row of rows) {
      expect(row.english, JSON.stringify(row)).toMatch(/^[A-Za-z]/);
      expect(row.german, row.english).not.toBe("");
      const unused = row.german.split(", ").filter((term) => term !== "–" && !formsOf(term).test(german));
      expect(unused, row.english).toEqual([]);
      expect(row.meaning, row.english).toMatch(/\.$/);
      expect(existsSync(join(root, row.place)), row.place).toBe(true);
    }
  });

  it("R0-01 has each term only once in both languages", () => {
    const english = readGlossary().map((row) => row.english);
    expect(english.toSorted((left, right) => left.localeCompare(right, "en"))).toEqual(
      domainTerms.toSorted((left, right) => left.localeCompare(right, "en")),
    );
    for (const language of ["english", "german"] as const) {
      const terms = readGlossary()
        .map((row) => row[language])
        .filter((term) => term !== "–");
      expect(
        terms.filter((term, index) => terms.indexOf(term) !== index),
        language,
      ).toEqual([]);
    }
  });

  it("R0-01 has a term for each feature of the contract", () => {
    const folder = "packages/contract/src";
    const features = readdirSync(join(root, folder)).filter((name) =>
      statSync(join(root, folder, name)).isDirectory(),
    );
    const places = readGlossary().map(({ place }) => place);
    const uncoveredFeatures = features.filter((name) => !places.some((place) => place.includes(`/${name}`)));
    expect(uncoveredFeatures).toEqual([]);
  });
});
