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
 * Parses the tab of a member's page from the URL, the dialog that opens, and the page it leads back to; without a tab the
 * first one is shown. The other parameters are the state of the tab's list.
 */
export function userSearch({ tab, dialog, from, ...others }: Record<string, unknown>): UserSearch {
  const knownTab = tabs.find((each) => each === tab);
  const knownOrigin = origins.find((each) => each === from);
  const knownDialog = dialogs.find((each) => each === dialog);
  return {
    ...others,
    ...(knownTab === undefined ? {} : { tab: knownTab }),
    ...(knownDialog === undefined ? {} : { dialog: knownDialog }),
    ...(knownOrigin === undefined ? {} : { from: knownOrigin }),
  };
}
