import { sessionStore } from "../../../platform/session/session.store.ts";
import { isRecord, readJson, tabValues, writeJson } from "../../../platform/storage/browser-storage.ts";
import { storageKeys } from "../../../platform/storage/storage-keys.ts";
import type { ModelName } from "./usable-models.ts";

type Remembered = ModelName & { readonly userId: string; readonly organizationId: string };

/** Returns the model that the user last chose in this organization and tab. Cleared at sign-out and screen lock. */
export function rememberedModel(organizationId: string): ModelName | null {
  const remembered = readJson(tabValues, storageKeys.assistantModel, isRemembered);
  const isOwn =
    remembered?.userId === sessionStore.getState().user?.id && remembered?.organizationId === organizationId;
  return remembered !== null && isOwn ? { provider: remembered.provider, model: remembered.model } : null;
}

export function rememberModel(organizationId: string, { provider, model }: ModelName): void {
  const userId = sessionStore.getState().user?.id;
  if (userId === undefined) return;
  const remembered: Remembered = { provider, model, userId, organizationId };
  writeJson(tabValues, storageKeys.assistantModel, remembered);
}

function isRemembered(value: unknown): value is Remembered {
  return (
    isRecord(value) &&
    ["provider", "model", "userId", "organizationId"].every((name) => typeof value[name] === "string")
  );
}
