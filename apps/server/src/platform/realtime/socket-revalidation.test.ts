import { afterEach, expect, it, vi } from "vitest";
import { eventually } from "../../../test/eventually.ts";
import { quietLog } from "../../../test/background-database.ts";
import { SocketRevalidation } from "./socket-revalidation.ts";

let revalidation: SocketRevalidation;
afterEach(() => revalidation.close());

function sessions(count: number) {
  const ids = Array.from({ length: count }, (_, n) => `${n}`);
  const findEnded = vi.fn<(asked: readonly string[]) => Promise<readonly string[]>>(async () => ["7"]);
  const reread = vi.fn<(asked: readonly string[]) => void>();
  revalidation = new SocketRevalidation({ sessionIds: () => ids, findEnded, reread, log: quietLog() });
  return { ids, findEnded, reread };
}

it("see R0-228 rereads all sessions at the first request, then those that have ended, in one query for all", async () => {
  const { ids, findEnded, reread } = sessions(10_000);
  revalidation.request();
  expect(reread.mock.calls).toEqual([[ids]]);
  expect(findEnded).not.toHaveBeenCalled();
  revalidation.request();
  await eventually(() => expect(reread.mock.calls).toEqual([[ids], [["7"]]]));
  expect(findEnded.mock.calls).toEqual([[ids]]);
});

it("see R0-228 rereads all sessions again some time after the last request", async () => {
  const { ids, reread } = sessions(100);
  revalidation.request();
  revalidation.request();
  await eventually(() => expect(reread.mock.calls.filter(([asked]) => asked === ids)).toHaveLength(2));
});

it("asks once more when requests come while a query runs, and never twice at the same time", async () => {
  const { findEnded } = sessions(10_000);
  const running = Promise.withResolvers<readonly string[]>();
  findEnded.mockReturnValueOnce(running.promise);
  for (let n = 0; n < 5; n += 1) revalidation.request();
  expect(findEnded).toHaveBeenCalledTimes(1);
  running.resolve([]);
  await eventually(() => expect(findEnded).toHaveBeenCalledTimes(2));
});
