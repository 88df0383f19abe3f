import { setTimeout as sleep } from "node:timers/promises";
import type { Call, WebhookPortals } from "./webhook-portals.ts";

/** A change whose name contains this word fails at its commit. */
const rolledBack = "verworfen";
const rolledBackOneIn = 10;
const writers = 6;
const pauseMs = 20;

/** Makes the database reject every tenth change at its commit, after all its rows were written. */
export async function refuseSomeCommits(portals: WebhookPortals): Promise<void> {
  await portals.sql(`
    create function refuse_commit() returns trigger language plpgsql as $$ begin
      raise exception 'refused by the test'; end $$;
    create constraint trigger refuse_commit after insert on audit_entry deferrable initially deferred
      for each row when (new.record::text like '%${rolledBack}%') execute function refuse_commit()`);
}

/** Renames departments of the organization, several at a time. Continues when the portal is available again. */
export class DepartmentWriter {
  readonly #portals: WebhookPortals;
  readonly #ids: string[] = [];
  #call: Call | undefined;
  #count = 0;
  #isRunning = false;
  /** Numbers of responses by status. Calls without a response have status 0. */
  readonly outcomes = new Map<number, number>();

  constructor(portals: WebhookPortals) {
    this.#portals = portals;
  }

  get #path(): string {
    return `/api/v1/organizations/${this.#portals.organizationId}/departments`;
  }

  async prepare(): Promise<void> {
    const call = await this.#portals.signIn(this.#portals.api);
    for (let index = 0; index < writers; index += 1) {
      const { result } = await call("POST", this.#path, { name: `Abteilung ${index}` });
      this.#ids.push(String(result["id"]));
    }
    this.#call = call;
  }

  /** Renames one department through a given process. */
  async renameOnce(call: Call): Promise<number> {
    this.#count += 1;
    const { status } = await call("PUT", `${this.#path}/${this.#ids[0]}`, { name: `Einzeln ${this.#count}` });
    return status;
  }

  /** Renames until {@link stop}. Resolves when all writers have ended. */
  async run(): Promise<void> {
    this.#isRunning = true;
    await Promise.all(this.#ids.map((id) => this.#renameOften(id)));
  }

  stop(): void {
    this.#isRunning = false;
  }

  async #renameOften(id: string): Promise<void> {
    while (this.#isRunning) {
      this.#count += 1;
      const suffix = this.#count % rolledBackOneIn === 0 ? ` ${rolledBack}` : "";
      const status = await this.#rename(id, `Umbenannt ${this.#count}${suffix}`);
      this.outcomes.set(status, (this.outcomes.get(status) ?? 0) + 1);
      await sleep(pauseMs);
    }
  }

  async #rename(id: string, name: string): Promise<number> {
    try {
      const response = await this.#call?.("PUT", `${this.#path}/${id}`, { name });
      // The access token has expired.
      if (response?.status === 401) this.#call = await this.#portals.signIn(this.#portals.api);
      return response?.status ?? 0;
    } catch {
      return 0;
    }
  }
}
