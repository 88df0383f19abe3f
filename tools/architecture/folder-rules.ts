import { dirname } from "node:path/posix";
import type { Rule } from "./tree.ts";

/** Maximum number of files in a folder. In larger folders it is not clear which files belong together. */
const maxFiles = 40;

const sourceFolders = /^(packages|apps|tools|e2e|bench)\//;

/** Folders with numbered files in one sequence, which grows with every release. */
const sequences: ReadonlySet<string> = new Set(["apps/server/migrations"]);

/** Rules about the folders of the source code. */
export const folderRules: readonly Rule[] = [
  {
    name: "folders stay small",
    check: ({ files }) => {
      const counts = new Map<string, number>();
      for (const path of files.filter((file) => sourceFolders.test(file))) {
        const folder = dirname(path);
        counts.set(folder, (counts.get(folder) ?? 0) + 1);
      }
      return [...counts]
        .filter(([folder, count]) => count > maxFiles && !sequences.has(folder))
        .map(([path, count]) => ({
          path,
          message: `contains ${count} files; the limit is ${maxFiles}: create folders named after their purpose`,
        }));
    },
  },
];
