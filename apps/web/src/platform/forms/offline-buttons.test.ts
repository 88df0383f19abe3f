import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");

/** Returns the opening tags of buttons, with their attributes. */
function buttonTags(text: string): string[] {
  return [...text.matchAll(/<(?:\w*Button|button)\b/g)].map(({ index }) => {
    let depth = 0;
    for (let end = index; end < text.length; end += 1) {
      const character = text[end];
      if (character === "{") depth += 1;
      if (character === "}") depth -= 1;
      if (character === ">" && depth === 0) return text.slice(index, end);
    }
    return text.slice(index);
  });
}

/** Returns whether a button starts a change itself. */
const startsChange = (tag: string) => /\b(?:run|mutate)\(/.test(tag);

const changeTags = globSync("{app,features,platform}/**/*.tsx", { cwd: root })
  .filter((file) => !file.includes(".test."))
  .flatMap((file) =>
    buttonTags(readFileSync(join(root, file), "utf8")).map((tag) => ({
      file: file.replaceAll("\\", "/"),
      tag,
    })),
  )
  .filter(({ tag }) => startsChange(tag));

it("see R0-191 every button that starts a change shows its progress, and is therefore disabled offline", () => {
  const tags = changeTags;
  expect(tags.length).toBeGreaterThan(20);
  expect(tags.filter(({ tag }) => !/\sbusy(?:=|\s|$)/.test(tag))).toEqual([]);
});

/** Components with buttons that do not change data of the organization. */
const otherButtons = [
  // Downloads, and the selection of all matches of a list.
  "platform/list/export-button.tsx",
  "features/billing/invoices/invoice-drawer.tsx",
  "features/evidence/folder-list.tsx",
  "features/invoices/detail/invoice-actions.tsx",
  "features/organizations/erasure/erased-tenants-drawer.tsx",
  "features/own-data/own-data-card.tsx",
  "features/tenant-export/export-card.tsx",
  "features/users/bulk/users-bulk.tsx",
  // The user's own access.
  "features/legacy/sign-out-button.tsx",
  "features/members/invitation-sign-in.tsx",
  "features/passkeys/step-up-passkey.tsx",
  "features/two-factor/two-factor-card.tsx",
  "features/users/email/email-link-page.tsx",
  "features/workstation/pin-card.tsx",
  // Work of the operator.
  "app/pages/admin/retry-work.tsx",
  "features/ai/providers/test-card.tsx",
];

it("see R0-271 every button that starts a change is disabled in a suspended organization", () => {
  const buttons = changeTags.filter(({ tag }) => !tag.startsWith("<WriteButton"));
  expect([...new Set(buttons.map(({ file }) => file))].toSorted()).toEqual(otherButtons.toSorted());
});

it("see R0-191 a button without progress is found", () => {
  const text =
    '<p>\n  <Button icon={Icon} onClick={() => void removal.run("all")}>\n    Alle\n  </Button>\n</p>';
  const [tag = ""] = buttonTags(text);
  expect([tag, startsChange(tag), tag.includes("busy")]).toEqual([
    '<Button icon={Icon} onClick={() => void removal.run("all")}',
    true,
    false,
  ]);
});
