/** Threat cases without code that could be taken away, and why. */
export const withoutCode: readonly { readonly id: `N${number}`; readonly reason: string }[] = [
  { id: "N04", reason: "there are no calls of the AI and of billing yet" },
  { id: "N08", reason: "there is no call that changes a practice yet" },
  { id: "N20", reason: "there is no call that transfers a person yet" },
  { id: "N45", reason: "there are no webhooks yet" },
  { id: "N46", reason: "there are no AI providers yet" },
];
