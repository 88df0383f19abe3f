// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from "vitest";
import { tabValues } from "../storage/browser-storage.ts";
import { storageKeys } from "../storage/storage-keys.ts";
import { continueDraft } from "./continue-draft.ts";
import { captureDraft, draftOwner, storeDraft, takeDraft } from "./draft.ts";
import { openDraft, sealOwnDraft } from "./sealed-drafts.ts";
import { sessionStore } from "./session.store.ts";
import { person } from "./testing/session-responses.ts";

const keyOf = (letter: string) => letter.repeat(43);
const draftOf = (userId: string, value = "Muster-Eingabe") => ({
  userId,
  href: "/profile?tab=contact",
  fields: [{ key: "phone", index: 0, value, checked: false }],
});

async function leave(userId: string, draftKey: string): Promise<void> {
  storeDraft(draftOf(userId));
  await sealOwnDraft(draftKey);
  storeDraft(null);
}

beforeEach(() => {
  tabValues.remove(storageKeys.sealedDrafts);
  storeDraft(null);
});

it("see R0-249 a draft opens with the key of its user only, and once", async () => {
  await leave("user-one", keyOf("A"));
  await leave("user-two", keyOf("E"));
  const stored = tabValues.get(storageKeys.sealedDrafts) ?? "";
  for (const secret of ["user-one", "user-two", "Muster-Eingabe", "profile"])
    expect(stored).not.toContain(secret);
  expect(await openDraft(keyOf("I"))).toBeNull();
  expect(await openDraft(keyOf("A"))).toEqual({ ...draftOf("user-one"), usedByOthersSince: true });
  expect(await openDraft(keyOf("A"))).toBeNull();
  expect(await openDraft(keyOf("E"))).toMatchObject({ userId: "user-two" });
  expect(tabValues.get(storageKeys.sealedDrafts)).toBeNull();
});

it("see R0-249 only unsealed input is lost when another user continues", async () => {
  storeDraft(draftOf("user-one"));
  expect(draftOwner()).toBe("user-one");
  await sealOwnDraft(keyOf("A"));
  expect(draftOwner()).toBeUndefined();
});

it("see R0-249 only the latest draft of a user is used, and at most ten are kept", async () => {
  await leave("user-one", keyOf("A"));
  storeDraft(draftOf("user-one", "later"));
  await sealOwnDraft(keyOf("A"));
  expect((await openDraft(keyOf("A")))?.fields[0]?.value).toBe("later");
  await leave("user-one", keyOf("A"));
  for (let count = 0; count < 10; count += 1) await leave("user-two", keyOf("E"));
  expect(await openDraft(keyOf("A"))).toBeNull();
});

it("R0-248 a draft returns only its own user to the path, query and fragment of the page", () => {
  sessionStore.setState({ user: person() });
  const address = "/users?status=active&limit=50#directory";
  window.history.replaceState(null, "", address);
  const captured = captureDraft();
  expect(captured?.href).toBe(address);
  window.history.replaceState(null, "", "/locked");
  storeDraft(captured);
  const replace = vi.fn<(href: string) => void>();
  const ownDraft = takeDraft(captured?.userId ?? "");
  if (ownDraft !== null) continueDraft(ownDraft, { replace });
  expect(replace).toHaveBeenCalledExactlyOnceWith(address);
  storeDraft(captured);
  expect(takeDraft("user-two")).toBeNull();
});
