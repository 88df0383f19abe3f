import type { ListPreferences } from "@praxisportal/contract/preferences/preferences.schema";
import type { SettingsLanguage } from "@praxisportal/contract/languages";

/**
 * All data that can be changed offline, by module and action. Other changes are not queued, because a change that
 * affects other people, rights or the e-mail address needs the server's response at once.
 */
export type PendingData = {
  /** The user's own settings. */
  readonly "settings.save": { readonly isDarkMode?: boolean; readonly language?: SettingsLanguage };
  /** The user's own profile without the e-mail address. */
  readonly "profile.save": {
    readonly firstName?: string;
    readonly lastName?: string;
    readonly phone?: string | null;
  };
  /** Read marks of notifications. `readAll` includes all older notifications. */
  readonly "notifications.mark": { readonly kind: "read" | "readAll"; readonly id: string };
  /** The columns of a list. Null restores its default. */
  readonly "preferences.columns": {
    readonly listId: string;
    readonly columns: NonNullable<ListPreferences["columns"]> | null;
  };
};
export type PendingName = keyof PendingData;

/** The user who made a change and the organization in which they made it. The change is never sent for another user. */
export type PendingOwner = { readonly userId: string; readonly organizationId: string | null };

type ItemHead = {
  /** Also the idempotency key of all attempts. */
  readonly id: string;
  /** Time of the change, in ms. */
  readonly timestamp: number;
};

/** A login attempt while the server cannot be reached. Kept only in memory, because its data contains the password. */
export type PendingLogin<Credentials> = ItemHead & {
  readonly type: "auth";
  readonly module: "session";
  readonly action: "login";
  readonly data: Credentials;
};

type SyncState =
  | { readonly state: "waiting" }
  /**
   * The value was changed elsewhere in the meantime. `current` is the server's value. The user decides which value
   * applies.
   */
  | { readonly state: "conflict"; readonly current: VersionedValue }
  /** Permanently rejected by the server for this reason, and not sent again. */
  | { readonly state: "rejected"; readonly reason: string };

/** A value on the server with the version that it belongs to. */
export type VersionedValue = { readonly version: number; readonly value: unknown };

/** A change made offline. Its action has checked the values. */
export type PendingSync = ItemHead &
  PendingOwner & {
    readonly type: "update";
    readonly module: string;
    readonly action: string;
    readonly data: unknown;
    /** Changes of the same entity are sent in order and share one version. */
    readonly entity: string;
    /** Version on which the change is based, or null if it is unknown. */
    readonly version: number | null;
    /** The values that the change replaced, as the user saw them, or null if they are unknown. */
    readonly before: unknown;
  } & SyncState;

/** Returns the name under which the action of a change is registered. */
export function nameOf({ module, action }: { readonly module: string; readonly action: string }): string {
  return `${module}.${action}`;
}
