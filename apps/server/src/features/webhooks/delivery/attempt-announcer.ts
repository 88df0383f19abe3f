type AttemptedWebhook = { organizationId: string; webhookId: string };

type Dependencies = {
  /** Records attempts of a webhook for open pages. */
  record: (webhook: AttemptedWebhook) => Promise<void>;
  onError: (error: unknown) => void;
  delayMs?: number;
};

/** Notifies open pages of attempts, at most twice a second per webhook, because a page reloads the whole log. */
export class AttemptAnnouncer {
  readonly #dependencies: Required<Dependencies>;
  readonly #waiting = new Map<string, NodeJS.Timeout>();

  constructor(dependencies: Dependencies) {
    this.#dependencies = { delayMs: 500, ...dependencies };
  }

  announce({ organizationId, webhookId }: AttemptedWebhook): void {
    if (this.#waiting.has(webhookId)) return;
    const { record, onError, delayMs } = this.#dependencies;
    const timer = setTimeout(() => {
      this.#waiting.delete(webhookId);
      record({ organizationId, webhookId }).catch(onError);
    }, delayMs);
    this.#waiting.set(webhookId, timer);
  }

  close(): void {
    for (const timer of this.#waiting.values()) clearTimeout(timer);
    this.#waiting.clear();
  }
}
