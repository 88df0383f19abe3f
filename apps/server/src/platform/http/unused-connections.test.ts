import { once } from "node:events";
import { connect } from "node:net";
import { expect, it } from "vitest";
import { createTestApp } from "../../../test/test-app.ts";

it("a connection without any request does not delay shutdown", async () => {
  const test = await createTestApp({ REQUEST_TIMEOUT: "600" });
  const socket = connect(Number(new URL(test.baseUrl).port), "127.0.0.1");
  socket.on("error", () => undefined);
  await once(socket, "connect");
  const closed = once(socket, "close");
  await test.stop();
  await closed;
  expect(socket.destroyed).toBe(true);
});
