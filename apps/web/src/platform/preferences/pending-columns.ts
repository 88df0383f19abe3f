import type {
  getPreferences,
  setPreferences,
} from "@praxisportal/contract/preferences/preferences.endpoints";
import type { StoredPreferences } from "@praxisportal/contract/preferences/preferences.schema";
import { call } from "../api-client/call.ts";
import { route } from "../api-client/route.ts";
import type { PendingData } from "../offline/pending-sync.ts";
import type { SyncAction } from "../offline/sync-actions.ts";
import { isRecord } from "../storage/browser-storage.ts";
import type { ListColumns } from "./preferences-change.ts";
import { columnChange, keepCopy, preferencesStore } from "./preferences.store.ts";
import { adoptPreferences } from "./save-preferences.ts";

type Columns = PendingData["preferences.columns"];

const path = "/api/v1/users/me/preferences";
const getRoute = route<typeof getPreferences>()("preferences.get", "GET", path);
const setRoute = route<typeof setPreferences>()("preferences.set", "PUT", path);

function parseColumn(value: unknown): ListColumns[number] | null {
  if (!isRecord(value)) return null;
  const { key, hidden, widthPx, ...others } = value;
  if (typeof key !== "string" || Object.keys(others).length > 0) return null;
  if (hidden !== undefined && typeof hidden !== "boolean") return null;
  if (widthPx !== undefined && typeof widthPx !== "number") return null;
  return { key, ...(hidden === true && { hidden }), ...(widthPx !== undefined && { widthPx }) };
}

function parseColumns(columns: readonly unknown[]): ListColumns | null {
  const parsed = columns.map(parseColumn).filter((column) => column !== null);
  return parsed.length === columns.length ? parsed : null;
}

async function readPreferences(): Promise<StoredPreferences> {
  return call(getRoute, { background: true });
}

function adopt(stored: StoredPreferences): void {
  const { userId } = preferencesStore.getState();
  if (userId !== null) adoptPreferences(userId, stored);
}

/** Changes of the columns of one list. */
export const pendingColumns: SyncAction<Columns> = {
  entity: "preferences",
  parse(data) {
    if (!isRecord(data)) return null;
    const { listId, columns, ...others } = data;
    if (typeof listId !== "string" || Object.keys(others).length > 0) return null;
    if (columns === null) return { listId, columns };
    const parsed = Array.isArray(columns) ? parseColumns(columns) : null;
    return parsed && { listId, columns: parsed };
  },
  /** The server replaces all preferences at once, so the other preferences are sent unchanged. */
  async send({ listId, columns }, { ifMatch, idempotencyKey }) {
    const { version: _version, ...stored } = await readPreferences();
    const body = columnChange(listId, columns)(stored);
    const saved = await call(setRoute, { body, ifMatch, idempotencyKey, background: true });
    adopt(saved);
    return saved.version;
  },
  async read({ listId }) {
    const stored = await readPreferences();
    const columns = stored.lists[listId]?.columns ?? null;
    return { version: stored.version, value: { listId, columns: columns && parseColumns(columns) } };
  },
  show({ listId, columns }) {
    const { preferences } = preferencesStore.getState();
    preferencesStore.setState({ preferences: columnChange(listId, columns)(preferences) });
    keepCopy();
  },
};
