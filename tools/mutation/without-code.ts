/** Threat cases without code to remove, each with the reason. */
export const withoutCode: readonly { readonly id: `N${number}`; readonly reason: string }[] = [
  {
    id: "N20",
    reason:
      "two transfers contend for the locks of organization, member and log; each of them alone is sufficient",
  },
];
