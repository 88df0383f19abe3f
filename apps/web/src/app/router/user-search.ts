const tabs = ["staff", "rights", "security", "ai", "audit", "history"] as const;

/** Dialogs that a link to a member's page can open. */
const dialogs = ["role", "leave"] as const;

/** Pages that a member's page leads back to instead of the list of people. */
const origins = ["reviews"] as const;

interface UserSearch {
  tab?: (typeof tabs)[number];
  dialog?: (typeof dialogs)[number];
  from?: (typeof origins)[number];
}

/**
 * Parses the tab of a member's page, its open dialog, and the page to which it links back from the URL. Without a tab,
 * the first tab is shown. The other parameters are the state of the tab's list.
 */
export function userSearch({ tab, dialog, from, ...others }: Record<string, unknown>): UserSearch {
  const knownTab = tabs.find((candidate) => candidate === tab);
  const knownOrigin = origins.find((origin) => origin === from);
  const knownDialog = dialogs.find((candidate) => candidate === dialog);
  return {
    ...others,
    ...(knownTab === undefined ? {} : { tab: knownTab }),
    ...(knownDialog === undefined ? {} : { dialog: knownDialog }),
    ...(knownOrigin === undefined ? {} : { from: knownOrigin }),
  };
}
