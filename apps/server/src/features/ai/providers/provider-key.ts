/** Returns the context that a provider's key is sealed to, so that it cannot be opened for another provider. */
export function keySealContext(provider: string): string {
  return `ai_provider:${provider}`;
}
