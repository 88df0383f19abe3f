import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { inputRules } from "./input-rules.ts";
import { readModule, readTree, type Tree } from "./tree.ts";

const findingsIn = (tree: Tree) =>
  inputRules.flatMap(({ name, check }) => check(tree).map(({ path }) => `${name}: ${path}`));

function treeOf(path: string, text: string): Tree {
  return { files: [path], modules: [readModule(path, text)], read: () => text };
}

const form = "apps/web/src/features/users/rename-dialog.tsx";
const listedForm = "apps/web/src/features/workstation/pin-dialog.tsx";
const page = "apps/web/src/features/reviews/reviews-page.tsx";

it.each([
  ["only listed forms discard their input without a question", form, "useAppForm({ keepsInput: false });\n"],
  ["only listed forms discard their input without a question", listedForm, "useAppForm({});\n"],
  ["only listed forms check their input themselves", form, "useUnsavedInput(changed);\n"],
  ["placeholders have the shape of their content", page, '<Skeleton className="h-24 w-full" />;\n'],
  ["tabs are downloaded behind cards", page, "const Tab = lazyPart(load);\nconst tabs = <Tabs />;\n"],
])("rejects a violation of “%s” in %s", (rule, path, text) => {
  expect(findingsIn(treeOf(path, text))).toEqual([`${rule}: ${path}`]);
});

it.each([
  [listedForm, "useAppForm({ keepsInput: false });\n"],
  [form, '<Skeleton className="h-24 w-full" />;\n'],
  [page, '<Skeleton className="h-4 w-40" />;\n'],
  [page, "const Part = lazyPart(load);\n"],
  [page, "const Tab = lazyCard(load);\nconst tabs = <Tabs />;\n"],
])("accepts %s with %j", (path, text) => {
  expect(findingsIn(treeOf(path, text))).toEqual([]);
});

it("see R0-24 only forms of codes, passwords and confirmations discard their input without a question", () => {
  const tree = readTree(fileURLToPath(new URL("../..", import.meta.url)));
  expect(tree.modules.filter(({ text }) => /\bkeepsInput\b/.test(text)).length).toBeGreaterThan(20);
  expect(findingsIn(tree)).toEqual([]);
});
