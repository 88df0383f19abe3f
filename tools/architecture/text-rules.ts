import type { Finding, Rule } from "./tree.ts";

const hexColor = /["'`][^"'`\n]*#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})\b(?!-)[^"'`\n]*["'`]/i;
const colorFunction = /["'`[\s:](?:rgba?|hsla?|oklch|oklab|hwb)\(\s*[\d.]/i;
const suppression =
  /(?:\/\/|\/\*)\s*(?:oxlint|eslint)-disable(?:-next-line|-line)?\b[^\n]*|@ts-(?:expect-error|ignore|nocheck)\b[^\n]*/g;

const commentLine = /(?:^\s*\*|\/\*|(?<!:)\/\/).*/gm;
/** Phrases that read as a translation, such as "nothing of it". */
const translatedPhrase = /\b(?:so many|anew|nothing of)\b/i;

/** Allowed lint and compiler suppressions per thousand lines. */
const suppressionsPerThousandLines = 0.3;

/**
 * Files that may contain an interrupting dialog: the shared confirmation, the notice before a session ends, and the
 * sample in the gallery.
 */
const interruptingDialogs =
  /^apps\/web\/src\/(platform\/forms\/confirm-dialog|platform\/session\/times\/session-warning-dialog|ui\/gallery\/gallery-overlays)\.tsx$/;

/** Pages for signed-out users, whose messages belong to no session. */
const showsWithoutSession =
  /^apps\/web\/src\/(platform\/session\/use-sign-out-notice\.ts|app\/pages\/password-reset-route\.tsx)$/;

/** The check itself and its tests, which contain the forbidden texts. */
const checksText = /^tools\/(?:check-)?architecture\b/;

/** Tests of the limits themselves, which compare each limit with a literal and its requirement. */
const readsAllLimits = /^(?:packages\/contract\/src\/limits|tools\/business-constants)\.test\.ts$/;

/** Rules about file contents that the linter cannot express. */
export const textRules: readonly Rule[] = [
  {
    name: "colors only as tokens",
    check: ({ modules, files, read }) => {
      const sources = modules
        .filter(({ path, isTest }) => path.startsWith("apps/web/src/") && !isTest)
        .map(({ path, text }) => ({ path, text }));
      const sheets = files
        .filter((path) => /^apps\/web\/src\/.+\.css$/.test(path) && !path.endsWith("/tokens.css"))
        .map((path) => ({
          path,
          text: read(path)
            .replace(/[^\n;{}]*:/g, ':"')
            .replaceAll(";", '";'),
        }));
      return [...sources, ...sheets].flatMap(({ path, text }): Finding[] => {
        const color = hexColor.exec(text) ?? colorFunction.exec(text);
        return color === null ? [] : [{ path, message: `a raw color: ${color[0].trim().slice(0, 60)}` }];
      });
    },
  },
  {
    name: "one confirmation dialog",
    check: ({ modules }) =>
      modules
        .filter(({ path, isTest }) => path.startsWith("apps/web/src/") && !isTest)
        .filter(({ path }) => !interruptingDialogs.test(path))
        .filter(({ text }) => /role=(?:"|\{")alertdialog"|\bwindow\.(?:confirm|prompt)\(/.test(text))
        .map(({ path }) => ({
          path,
          message: "opens its own confirmation; use ConfirmDialog of platform/forms",
        })),
  },
  {
    name: "messages belong to the session they come from",
    check: ({ modules }) =>
      modules
        .filter(({ path, isTest }) => path.startsWith("apps/web/src/") && !isTest)
        .filter(({ path }) => !path.startsWith("apps/web/src/platform/notifications/"))
        .filter(({ path }) => !showsWithoutSession.test(path))
        .filter(({ text }) => /\{[^}]*\bnotify\b[^}]*\} from "[^"]*\/notifications\.actions\.ts"/.test(text))
        .map(({ path }) => ({ path, message: "shows messages to any user; use useNotify" })),
  },
  {
    name: "tests state limits as literals",
    check: ({ modules }) =>
      modules
        .filter(({ path }) => /\.(?:test|spec)\.tsx?$/.test(path) && !readsAllLimits.test(path))
        .filter(({ imports }) =>
          imports.some(({ source }) => /(?:^|\/)(?:contract|\.\.?)\/limits(?:\.ts)?$/.test(source)),
        )
        .map(({ path }) => ({
          path,
          message: "imports a limit; use a literal, so that a wrong limit fails the test",
        })),
  },
  {
    name: "comments are written in plain English",
    check: ({ modules }) =>
      modules
        .filter(({ path }) => !checksText.test(path))
        .flatMap(({ path, text }) =>
          [...text.matchAll(commentLine)].flatMap(([line]): Finding[] => {
            const phrase = translatedPhrase.exec(line);
            return phrase === null
              ? []
              : [{ path, message: `“${phrase[0]}” in a comment; write it plainly` }];
          }),
        ),
  },
  {
    name: "suites are named after what they test",
    check: ({ modules }) =>
      modules
        .filter(({ path, isTest }) => isTest && !checksText.test(path))
        .flatMap(({ path, text }) =>
          [...text.matchAll(/\bdescribe\("([a-z]+[A-Z]\w*)"/g)]
            .map(([, name = ""]) => name)
            .filter((name) => text.split(new RegExp(`\\b${name}\\b`)).length === 2)
            .map((name) => ({ path, message: `“${name}” occurs only as the title of a suite` })),
        ),
  },
  {
    name: "every suppression has a reason",
    check: ({ modules }) =>
      modules.flatMap(({ path, text }) =>
        suppressionsIn(path, text)
          .filter(({ hasReason }) => !hasReason)
          .map(({ directive }) => ({ path, message: `needs " -- reason" or a comment above: ${directive}` })),
      ),
  },
  {
    name: "suppressions stay rare",
    check: ({ modules }) => {
      const lines = modules.reduce((sum, { text }) => sum + text.split("\n").length, 0);
      const suppressedFiles = modules.flatMap(({ path, text }) => suppressionsIn(path, text).map(() => path));
      const maxSuppressions = Math.ceil((lines / 1000) * suppressionsPerThousandLines);
      if (suppressedFiles.length <= maxSuppressions) return [];
      const message = `${suppressedFiles.length} suppressions in ${lines} lines; the limit is ${maxSuppressions}`;
      return [{ path: suppressedFiles.at(-1) ?? "", message }];
    },
  },
];

/**
 * Returns the suppression directives and whether each has a reason: after ` -- `, or in a comment on the line above.
 */
function suppressionsIn(path: string, text: string): { directive: string; hasReason: boolean }[] {
  if (checksText.test(path)) return [];
  return [...text.matchAll(suppression)].map(({ 0: found, index }) => {
    const lineAbove = text.slice(0, text.lastIndexOf("\n", index)).split("\n").at(-1) ?? "";
    const isCommented = /^\s*(\/\/|\*|\{?\/\*)\s*\S.{8,}/.test(lineAbove);
    return { directive: found.trim().slice(0, 70), hasReason: isCommented || /\s--\s+\S.{8,}/.test(found) };
  });
}
