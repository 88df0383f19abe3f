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
 * Returns the next version. `step` is `major`, `minor`, `patch` or a version above the current one. Throws otherwise.
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
 * Moves the upgrade notes under `## Unreleased` into the section of the new version and adds its commits and
 * migrations. Throws when the changelog has no such heading.
 */
export function addRelease(changelog: string, release: Release): string {
  const start = changelog.indexOf(unreleased);
  if (start < 0) throw new Error(`CHANGELOG.md has no heading "${unreleased}"`);
  const after = start + unreleased.length;
  const end = changelog.indexOf("\n## ", after);
  const notes = changelog.slice(after, end < 0 ? undefined : end).trim();
  const older = end < 0 ? "" : changelog.slice(end + 1).trimEnd();
  const sections = [
    changelog.slice(0, after),
    `## ${release.version} (${release.date})`,
    ...(notes === "" ? [] : [`### Upgrade notes\n\n${notes}`]),
    ...(release.migrations.length === 0
      ? []
      : [`### Migrations\n\n${release.migrations.map((name) => `- \`${name}\``).join("\n")}`]),
    ...changesOf(release.titles),
    ...(older === "" ? [] : [older]),
  ];
  return `${sections.join("\n\n")}\n`;
}

function changesOf(titles: readonly string[]): string[] {
  const byType = new Map<string, string[]>();
  for (const title of titles) {
    const match = /^(\w+)(?:\(([^)]+)\))?!?: (.+)$/.exec(title);
    if (match === null) continue;
    const [, type = "", scope, text = ""] = match;
    const line = scope === undefined ? `- ${text}` : `- **${scope}**: ${text}`;
    byType.set(type, [...(byType.get(type) ?? []), line]);
  }
  return [...headings].flatMap(([type, heading]) => {
    const lines = byType.get(type);
    return lines === undefined ? [] : [`### ${heading}\n\n${lines.join("\n")}`];
  });
}
