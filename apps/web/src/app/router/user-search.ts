const tabs = ["staff", "rights", "security", "ai", "audit", "history"] as const;

/** Dialogs that a link to a member's page can open. */
const dialogs = ["role", "leave"] as const;

interface UserSearch {
  tab?: (typeof tabs)[number];
  dialog?: (typeof dialogs)[number];
}

/**
 * Parses the tab of a member's page from the URL, and the dialog that opens; without a tab the first one is shown. The
 * other parameters are the state of the tab's list.
 */
export function userSearch({ tab, dialog, ...others }: Record<string, unknown>): UserSearch {
  const knownTab = tabs.find((each) => each === tab);
  const knownDialog = dialogs.find((each) => each === dialog);
  return {
    ...others,
    ...(knownTab === undefined ? {} : { tab: knownTab }),
    ...(knownDialog === undefined ? {} : { dialog: knownDialog }),
  };
}
