import { fileURLToPath } from "node:url";
import { featureRules } from "./architecture/feature-rules.ts";
import { eventRules } from "./architecture/event-rules.ts";
import { folderRules } from "./architecture/folder-rules.ts";
import { inputRules } from "./architecture/input-rules.ts";
import { layerRules } from "./architecture/layer-rules.ts";
import { limitRules } from "./architecture/limit-rules.ts";
import { nameRules } from "./architecture/name-rules.ts";
import { queryRules } from "./architecture/query-rules.ts";
import { rightRules } from "./architecture/right-rules.ts";
import { textRules } from "./architecture/text-rules.ts";
import { webRules } from "./architecture/web-rules.ts";
import { type Finding, readTree, type Rule, type Tree } from "./architecture/tree.ts";

/** Architecture rules that neither the compiler nor the linter can express. */
export const architectureRules: readonly Rule[] = [
  ...layerRules,
  ...featureRules,
  ...queryRules,
  ...rightRules,
  ...eventRules,
  ...limitRules,
  ...nameRules,
  ...folderRules,
  ...textRules,
  ...webRules,
  ...inputRules,
];

/**
 * Returns all violations with the name of the rule. A tree without modules is a finding, because a check that read
 * nothing must not pass.
 */
export function checkArchitecture(tree: Tree): (Finding & { rule: string })[] {
  if (tree.modules.length === 0) {
    return [{ rule: "there is something to check", path: ".", message: "no module was found" }];
  }
  return architectureRules.flatMap(({ name, check }) =>
    check(tree).map((finding) => ({ rule: name, ...finding })),
  );
}

if (import.meta.main) {
  const tree = readTree(fileURLToPath(new URL("..", import.meta.url)));
  const findings = checkArchitecture(tree);
  for (const { path, rule, message } of findings) console.error(`${path}: ${message} (${rule})`);
  console.log(
    `${tree.modules.length} modules, ${architectureRules.length} rules, ${findings.length} findings`,
  );
  process.exitCode = findings.length > 0 ? 1 : 0;
}
