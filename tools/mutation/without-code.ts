/** Threat cases without code that could be taken away, and why. */
export const withoutCode: readonly { readonly id: `N${number}`; readonly reason: string }[] = [
  { id: "N04", reason: "there are no calls of the AI and of billing yet" },
  {
    id: "N20",
    reason: "two transfers meet at the locks of practice, member and log; any of them alone is enough",
  },
  { id: "N45", reason: "there are no webhooks yet" },
  { id: "N46", reason: "there are no AI providers yet" },
];
