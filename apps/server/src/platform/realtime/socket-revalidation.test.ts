import { afterEach, expect, it, vi } from "vitest";
import { eventually } from "../../../test/eventually.ts";
import { quietLog } from "../../../test/background-database.ts";
import { SocketRevalidation } from "./socket-revalidation.ts";

let revalidation: SocketRevalidation;
afterEach(() => revalidation.close());

function sessions(count: number) {
  const ids = Array.from({ length: count }, (_, n) => `${n}`);
  const findEnded = vi.fn<(requestedIds: readonly string[]) => Promise<readonly string[]>>(async () => ["7"]);
  const reread = vi.fn<(requestedIds: readonly string[]) => void>();
  revalidation = new SocketRevalidation({ sessionIds: () => ids, findEnded, reread, log: quietLog() });
  return { ids, findEnded, reread };
}

it("see R0-228 rereads all sessions at the first request, and then only those that one query reports as ended", async () => {
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
  await eventually(() =>
    expect(reread.mock.calls.filter(([requestedIds]) => requestedIds === ids)).toHaveLength(2),
  );
});

it("queries once more when requests arrive during a query, and never runs two queries at the same time", async () => {
  const { findEnded } = sessions(10_000);
  const running = Promise.withResolvers<readonly string[]>();
  findEnded.mockReturnValueOnce(running.promise);
  for (let n = 0; n < 5; n += 1) revalidation.request();
  expect(findEnded).toHaveBeenCalledTimes(1);
  running.resolve([]);
  await eventually(() => expect(findEnded).toHaveBeenCalledTimes(2));
});
