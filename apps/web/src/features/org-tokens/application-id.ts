/** What an application id may be; the contract's rule, compared by a test. */
export function isApplicationId(text: string): boolean {
  return text.length <= 100 && /^[A-Za-z0-9][\w.:-]*$/.test(text);
}

const letters: Readonly<Record<string, string>> = { ä: "ae", ö: "oe", ü: "ue", ß: "ss" };

/** An id made of a name: "Kasse am Empfang" gives "kasse-am-empfang"; empty when nothing usable is in it. */
export function applicationIdOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/[äöüß]/g, (letter) => letters[letter] ?? "")
    .normalize("NFD")
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 100)
    .replace(/^-+|-+$/g, "");
}
