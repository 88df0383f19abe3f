import { randomUUID } from "node:crypto";
import { queryRows } from "../factories.ts";
import type { TestApp } from "../test-app.ts";
import type { TestClient } from "../test-client.ts";

/** A message that was given up. */
export type ParkedMessage = {
  topic: string;
  payload?: object;
  reason?: string;
  /** PostgreSQL interval. */
  age?: string;
};

/** Stores a message that was given up. */
export async function parkMessage(testApp: TestApp, message: ParkedMessage): Promise<void> {
  const { topic, payload = {}, reason = "Error: SMTP ESOCKET", age = "1 hour" } = message;
  await queryRows(
    testApp,
    `insert into outbox (id, topic, payload, attempts, available_at, last_error, created_at)
     values ($1, $2, $3, 12, 'infinity', $4, now() - $5::interval)`,
    [randomUUID(), topic, payload, reason, age],
  );
}

/** Stores a job whose last run failed; its next one is in an hour. */
export async function addFailedJob(testApp: TestApp, name: string): Promise<void> {
  await queryRows(
    testApp,
    `insert into scheduled_job (name, cron, next_run_at, last_run_at, last_error)
     values ($1, '0 * * * *', now() + interval '1 hour', now(), 'Error: no space left on device')
     on conflict (name) do update set next_run_at = excluded.next_run_at, last_error = excluded.last_error`,
    [name],
  );
}

/** Returns one successful example of each audited call about background work. */
export function backgroundWorkExamples(testApp: () => TestApp, operator: () => Promise<TestClient>) {
  return {
    "backgroundWork.retryMessages": async () => {
      await parkMessage(testApp(), { topic: "example" });
      return { client: await operator(), body: { topic: "example" } };
    },
    "backgroundWork.discardMessages": async () => {
      await parkMessage(testApp(), { topic: "example", reason: "UnretryableError: SMTP RCPT TO 550" });
      return { client: await operator(), body: { topic: "example" } };
    },
    "backgroundWork.retryJob": async () => {
      await addFailedJob(testApp(), "example");
      return { client: await operator(), body: { job: "example" } };
    },
  };
}
