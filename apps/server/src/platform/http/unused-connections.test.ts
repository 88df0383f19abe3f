import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { connect } from "node:net";
import { expect, it } from "vitest";
import { createTestApp } from "../../../test/test-app.ts";

it("a connection without any request does not delay shutdown", async () => {
  const testApp = await createTestApp({ REQUEST_TIMEOUT: "600" });
  const socket = connect(Number(new URL(testApp.baseUrl).port), "127.0.0.1");
  socket.on("error", () => undefined);
  await once(socket, "connect");
  const closed = once(socket, "close");
  await testApp.stop();
  await closed;
  expect(socket.destroyed).toBe(true);
});

it("a connection is closed with its response during shutdown", async () => {
  const testApp = await createTestApp({ REQUEST_TIMEOUT: "600" });
  const port = Number(new URL(testApp.baseUrl).port);
  const agent = new Agent({ keepAlive: true });
  const body = JSON.stringify({ email: "niemand@example.org", password: "falsch" });
  const headers = { "content-type": "application/json", "content-length": body.length };
  const call = request({ port, agent, path: "/api/v1/auth/login", method: "POST", headers });
  const responded = once(call, "response") as Promise<[IncomingMessage]>;
  const { server } = testApp.app.server;
  const arrived = once(server, "request");
  call.write(body.slice(0, 1));
  await arrived;
  const stopping = testApp.stop();
  await expect.poll(() => server.listening).toBe(false);
  call.end(body.slice(1));
  const [response] = await responded;
  response.resume();
  expect(response).toMatchObject({ statusCode: 401, headers: { connection: "close" } });
  await stopping;
  agent.destroy();
});
