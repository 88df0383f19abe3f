import type pg from "pg";
import type { Tracing } from "./tracing.ts";

type Query = (...args: unknown[]) => unknown;
type Callback = (error: Error | null | undefined, ...rest: unknown[]) => void;
/** Object that `pg` can run, such as a statement, several statements or a cursor. */
type Submitted = { callback?: Callback; texts?: readonly string[]; text?: string };

/** Traces the queries of a pool that run within a request. */
export function traceQueries(pool: pg.Pool, tracing: Tracing): void {
  pool.on("connect", (client) => {
    client.query = withTracing(client.query.bind(client), tracing) as never;
  });
  // The pool would run a query in the context of the request that released the connection, and not in its own.
  pool.query = (async (...args: unknown[]) => {
    const client = await pool.connect();
    let failed: Error | undefined;
    try {
      return await (client.query as Query)(...args);
    } catch (error) {
      failed = error as Error;
      throw error;
    } finally {
      client.release(failed);
    }
  }) as never;
}

function withTracing(query: Query, tracing: Tracing): Query {
  return (...args) => {
    const [statement] = args;
    const end = tracing.startQuery(textsOf(statement));
    if (end === undefined) return query(...args);
    let hasEnded = false;
    const endOnce = (error?: unknown) => {
      if (!hasEnded) end(error ?? undefined);
      hasEnded = true;
    };
    const last = args.at(-1);
    if (typeof last === "function") {
      args[args.length - 1] = withEnd(last as Callback, endOnce);
      return query(...args);
    }
    if (typeof (statement as Partial<pg.Submittable> | null)?.submit === "function") {
      const submitted = statement as Submitted;
      if (submitted.callback === undefined) endOnce();
      else submitted.callback = withEnd(submitted.callback, endOnce);
      return query(...args);
    }
    const result = query(...args) as Promise<unknown>;
    result.then(() => endOnce(), endOnce);
    return result;
  };
}

function withEnd(callback: Callback, end: (error?: unknown) => void): Callback {
  return (error, ...rest) => {
    end(error);
    callback(error, ...rest);
  };
}

function textsOf(statement: unknown): readonly string[] {
  if (typeof statement === "string") return [statement];
  const { texts, text } = (statement ?? {}) as Submitted;
  return texts ?? (text === undefined ? [] : [text]);
}
