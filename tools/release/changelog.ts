/** Headings of the changelog by conventional commit type, in order; other types are left out. */
const headings: ReadonlyMap<string, string> = new Map([
  ["feat", "Added"],
  ["fix", "Fixed"],
  ["perf", "Faster"],
]);

const unreleased = "## Unreleased";

/** A new version of the portal. */
export type Release = {
  version: string;
  /** `YYYY-MM-DD`, in UTC. */
  date: string;
  /** Titles of the commits since the previous release, newest first. */
  titles: readonly string[];
  /** File names of the migrations since the previous release. */
  migrations: readonly string[];
};

/**
 * Returns the next version. `step` is `major`, `minor`, `patch` or a version above the current one; otherwise it
 * throws.
 */
export function nextVersion(current: string, step: string): string {
  const [major, minor, patch] = numbersOf(current);
  if (step === "major") return `${major + 1}.0.0`;
  if (step === "minor") return `${major}.${minor + 1}.0`;
  if (step === "patch") return `${major}.${minor}.${patch + 1}`;
  const chosen = numbersOf(step);
  const isAbove = chosen[0] - major || chosen[1] - minor || chosen[2] - patch;
  if (isAbove <= 0) throw new Error(`${step} is not above ${current}`);
  return step;
}

function numbersOf(version: string): [number, number, number] {
  const match = /^(\d+)\.(\d+)\.(\d+)$/.exec(version);
  if (match === null) throw new Error(`"${version}" is neither major, minor, patch nor a version like 1.2.3`);
  return [Number(match[1]), Number(match[2]), Number(match[3])];
}

/**
 * Moves the notes under `## Unreleased`, with their headings, into the section of the new version and adds its
 * migrations and commits. Throws if the changelog has no such heading.
 */
export function addRelease(changelog: string, release: Release): string {
  const start = changelog.indexOf(unreleased);
  if (start < 0) throw new Error(`CHANGELOG.md has no heading "${unreleased}"`);
  const notesStart = start + unreleased.length;
  const end = changelog.indexOf("\n## ", notesStart);
  const notes = changelog.slice(notesStart, end < 0 ? undefined : end).trim();
  const older = end < 0 ? "" : changelog.slice(end + 1).trimEnd();
  const sections = [
    changelog.slice(0, notesStart),
    `## ${release.version} (${release.date})`,
    ...withChanges(notes, release.titles),
    ...(release.migrations.length === 0
      ? []
      : [`### Migrations\n\n${release.migrations.map((name) => `- \`${name}\``).join("\n")}`]),
    ...(older === "" ? [] : [older]),
  ];
  return `${sections.join("\n\n")}\n`;
}

/** Returns the sections of the notes with the commits added under the heading of their type. */
function withChanges(notes: string, titles: readonly string[]): string[] {
  const sections = notes === "" ? [] : notes.split(/\n\n(?=### )/);
  for (const [type, heading] of headings) {
    const lines = titles.flatMap((title) => lineOf(title, type)).join("\n");
    const index = sections.findIndex((section) => section.startsWith(`### ${heading}\n`));
    if (lines === "") continue;
    if (index < 0) sections.push(`### ${heading}\n\n${lines}`);
    else sections[index] += `\n${lines}`;
  }
  return sections;
}

function lineOf(title: string, type: string): string[] {
  const match = /^(\w+)(?:\(([^)]+)\))?!?: (.+)$/.exec(title);
  if (match === null || match[1] !== type) return [];
  const [, , scope, text = ""] = match;
  return [scope === undefined ? `- ${text}` : `- **${scope}**: ${text}`];
}
