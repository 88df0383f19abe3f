/** Place of a provider's key; sealed for it, it opens nowhere else. */
export function keyPlace(provider: string): string {
  return `ai_provider:${provider}`;
}
