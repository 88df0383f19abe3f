import { settingsLanguages } from "@praxisportal/contract/languages";
import type { BodyOf } from "@praxisportal/contract/endpoint";
import type { updateMe } from "@praxisportal/contract/users/users.endpoints";
import type { Me } from "@praxisportal/contract/users/users.schema";
import { call } from "../../platform/api-client/call.ts";
import { route } from "../../platform/api-client/route.ts";
import type { PendingData } from "../../platform/offline/pending-sync.ts";
import type { SyncAction, SyncAttempt } from "../../platform/offline/sync-actions.ts";
import { updateUser } from "../../platform/session/session.actions.ts";
import { getMeRoute } from "../../platform/session/session.routes.ts";
import { sessionStore } from "../../platform/session/session.store.ts";
import { isRecord } from "../../platform/storage/browser-storage.ts";
import { setLanguage } from "../../platform/i18n/store.ts";
import { setThemeMode } from "../../platform/theme/theme-store.ts";
import { settingsStore } from "./settings.store.ts";

type Settings = PendingData["settings.save"];
type Profile = PendingData["profile.save"];

const updateMeRoute = route<typeof updateMe>()("users.updateMe", "PUT", "/api/v1/users/me");

/** Settings and profile are one record of the server with one version. */
const entity = "users.me";

async function send(body: BodyOf<typeof updateMe>, attempt: SyncAttempt): Promise<number> {
  const me = await call(updateMeRoute, { body, ...attempt });
  updateUser(me);
  return me.version;
}

async function readMe(): Promise<Me> {
  const me = await call(getMeRoute);
  updateUser(me);
  return me;
}

function isText(value: unknown): value is string | undefined {
  return value === undefined || typeof value === "string";
}

/** Changes of the user's own settings. */
export const pendingSettings: SyncAction<Settings> = {
  entity,
  parse(data) {
    if (!isRecord(data)) return null;
    const { isDarkMode, language: name, ...others } = data;
    const language = settingsLanguages.find((settingsLanguage) => settingsLanguage === name);
    if (Object.keys(others).length > 0 || language !== name) return null;
    if (isDarkMode !== undefined && typeof isDarkMode !== "boolean") return null;
    return {
      ...(isDarkMode !== undefined && { isDarkMode }),
      ...(language !== undefined && { language }),
    };
  },
  send: (settings, attempt) => send({ settings }, attempt),
  async read(settings) {
    const { version, settings: current } = await readMe();
    const value = {
      ...(settings.isDarkMode !== undefined && { isDarkMode: current.isDarkMode }),
      ...(settings.language !== undefined && { language: current.language }),
    };
    return { version, value };
  },
  show({ isDarkMode, language }) {
    if (isDarkMode !== undefined) setThemeMode(isDarkMode ? "dark" : "light");
    if (language === undefined) return;
    settingsStore.setState({ language });
    void setLanguage(language);
  },
};

/** Changes of the user's own name and phone number. */
export const pendingProfile: SyncAction<Profile> = {
  entity,
  parse(data) {
    if (!isRecord(data)) return null;
    const { firstName, lastName, phone, ...others } = data;
    if (Object.keys(others).length > 0 || !isText(firstName) || !isText(lastName)) return null;
    if (phone !== null && !isText(phone)) return null;
    return {
      ...(firstName !== undefined && { firstName }),
      ...(lastName !== undefined && { lastName }),
      ...(phone !== undefined && { phone }),
    };
  },
  send: ({ phone, ...personalInfo }, attempt) =>
    send({ personalInfo, ...(phone !== undefined && { phone }) }, attempt),
  async read(profile) {
    const { version, personalInfo, phone } = await readMe();
    const value = {
      ...(profile.firstName !== undefined && { firstName: personalInfo.firstName }),
      ...(profile.lastName !== undefined && { lastName: personalInfo.lastName }),
      ...(profile.phone !== undefined && { phone }),
    };
    return { version, value };
  },
  show({ phone, ...names }) {
    const { user } = sessionStore.getState();
    if (user === null) return;
    const personalInfo = { ...user.personalInfo, ...names };
    updateUser({ ...user, personalInfo, ...(phone !== undefined && { phone }) });
  },
};
