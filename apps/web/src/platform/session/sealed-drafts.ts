import { base64URLStringToBuffer, bufferToBase64URLString } from "@simplewebauthn/browser";
import { readJson, tabValues, writeJson } from "../storage/browser-storage.ts";
import { storageKeys } from "../storage/storage-keys.ts";
import { type Draft, draftInMemory, storeDraft } from "./draft.ts";

/** Maximum number of drafts that users of one workstation leave in a tab. A further draft replaces the oldest. */
const draftsMax = 10;

const algorithm = "AES-GCM";
const ivBytes = 12;

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === "string");

/** Seals the draft in memory, of the user who has just locked the screen. */
export async function sealOwnDraft(draftKey: string): Promise<void> {
  const draft = draftInMemory();
  if (draft === null) return;
  await sealDraft(draft, draftKey);
  if (draftInMemory() === draft) storeDraft(draft, true);
}

/**
 * Encrypts the draft of a locked user and stores it in this tab. Colleagues who work here in the meantime do not get
 * the key. The stored value does not name its user, so that the tab does not reveal who worked here.
 * @param draftKey Key from the server's response to the lock.
 */
export async function sealDraft(draft: Draft, draftKey: string): Promise<void> {
  const key = await importKey(draftKey, "encrypt");
  const iv = crypto.getRandomValues(new Uint8Array(ivBytes));
  const text = new TextEncoder().encode(JSON.stringify(draft));
  const sealed = await crypto.subtle.encrypt({ name: algorithm, iv }, key, text);
  store(
    [...readSealed(), `${bufferToBase64URLString(iv.buffer)}.${bufferToBase64URLString(sealed)}`].slice(
      -draftsMax,
    ),
  );
}

/**
 * Returns and removes the draft of the user who has just signed in, or null if they left none here.
 *
 * @param draftKey Key from the server's response to the sign-in.
 */
export async function openDraft(draftKey: string): Promise<Draft | null> {
  const sealed = readSealed();
  if (sealed.length === 0) return null;
  const key = await importKey(draftKey, "decrypt");
  const drafts = await Promise.all(sealed.map((item) => decrypt(item, key)));
  store(sealed.filter((_, index) => drafts[index] === null));
  const draft = drafts.findLast((candidate) => candidate !== null);
  return draft ? { ...draft, usedByOthersSince: true } : null;
}

async function decrypt(sealed: string, key: CryptoKey): Promise<Draft | null> {
  const [iv = "", text = ""] = sealed.split(".");
  try {
    const plaintext = await crypto.subtle.decrypt(
      { name: algorithm, iv: base64URLStringToBuffer(iv) },
      key,
      base64URLStringToBuffer(text),
    );
    return JSON.parse(new TextDecoder().decode(plaintext)) as Draft;
  } catch {
    // The draft was sealed with the key of another user.
    return null;
  }
}

function importKey(draftKey: string, use: "encrypt" | "decrypt"): Promise<CryptoKey> {
  return crypto.subtle.importKey("raw", base64URLStringToBuffer(draftKey), algorithm, false, [use]);
}

function readSealed(): string[] {
  return readJson(tabValues, storageKeys.sealedDrafts, isTexts) ?? [];
}

function store(sealed: readonly string[]): void {
  if (sealed.length === 0) tabValues.remove(storageKeys.sealedDrafts);
  else writeJson(tabValues, storageKeys.sealedDrafts, sealed);
}
