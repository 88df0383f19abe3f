import type { ServerResponse } from "node:http";
import { Webhook } from "standardwebhooks";
import {
  type ReceivedWebhook,
  startReceiver,
  type WebhookReceiver,
} from "../../apps/server/test/webhooks/webhook-receiver.ts";

/** An accepted event with its sequence number and the number of times that a receiver accepted it. */
type AcceptedEvent = { sequence: number; count: number };

/** The receiver refuses one of this many new events. */
const refusedOneIn = 20;

/**
 * A receiver that verifies every signature and logs the accepted events. It refuses every twentieth event once, so that
 * the portal has attempts to repeat.
 */
export class SignedLog {
  readonly #receiver: WebhookReceiver;
  readonly #refused = new Set<string>();
  #seenCount = 0;
  #intercept: ((response: ServerResponse) => void) | undefined;
  /** Secret that signs the requests. */
  secret = "";
  /** Accepted events by id. */
  readonly accepted = new Map<string, AcceptedEvent>();
  /** Requests whose signature is wrong. */
  unverifiedCount = 0;

  private constructor(receiver: WebhookReceiver) {
    this.#receiver = receiver;
    receiver.respondWith((received, response) => this.#respond(received, response));
  }

  static async open(): Promise<SignedLog> {
    return new SignedLog(await startReceiver());
  }

  get url(): string {
    return this.#receiver.url;
  }

  /** Logs the next request as accepted and leaves its response, with status 200, to the caller. */
  interceptNext(): Promise<ServerResponse> {
    return new Promise((resolve) => {
      this.#intercept = resolve;
    });
  }

  close(): Promise<void> {
    return this.#receiver.stop();
  }

  #respond({ headers, body }: ReceivedWebhook, response: ServerResponse): void {
    // The test receiver keeps all requests. This log keeps only the data it needs.
    this.#receiver.received.length = 0;
    const event = this.#verify(headers, body);
    if (event === undefined) {
      this.unverifiedCount += 1;
      response.writeHead(401).end();
      return;
    }
    const isNew = !this.accepted.has(event.id) && !this.#refused.has(event.id);
    if (isNew) this.#seenCount += 1;
    if (isNew && this.#intercept === undefined && this.#seenCount % refusedOneIn === 0) {
      this.#refused.add(event.id);
      response.writeHead(500).end();
      return;
    }
    const { count } = this.accepted.get(event.id) ?? { count: 0 };
    this.accepted.set(event.id, { sequence: event.sequence, count: count + 1 });
    const intercept = this.#intercept;
    this.#intercept = undefined;
    if (intercept === undefined) response.end("ok");
    else intercept(response);
  }

  #verify(headers: Readonly<Record<string, string>>, body: string) {
    try {
      const { id, sequence } = new Webhook(this.secret).verify(body, headers) as {
        id: string;
        sequence: number;
      };
      return headers["webhook-id"] === id ? { id, sequence } : undefined;
    } catch {
      return undefined;
    }
  }
}
