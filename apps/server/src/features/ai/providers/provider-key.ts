/** Context to which a provider's key is sealed, so that it cannot be opened for another provider. */
export function keySealContext(provider: string): string {
  return `ai_provider:${provider}`;
}
