import { describe, expect, it } from "vitest";
import { busOf } from "./bus-settings.ts";
import { ConfigError } from "./settings.ts";

const read = (url: string) => busOf({ BUS_URL: url });

describe("BUS_URL", () => {
  it.each([
    ["nats://127.0.0.1", ["127.0.0.1:4222"]],
    ["nats://localhost:80,127.0.0.2:4223, [::1]", ["localhost:80", "127.0.0.2:4223", "[::1]:4222"]],
  ])("R0-230 may omit TLS and the user on loopback: %s", (url, servers) => {
    expect(read(url)).toEqual({ servers, isTls: false, user: undefined, password: undefined });
  });

  it("R0-230 can list servers with TLS and one user for all of them", () => {
    expect(read("tls://portal:ge%40heim@n1.example.org,n2.example.org:4223")).toEqual({
      servers: ["n1.example.org:4222", "n2.example.org:4223"],
      isTls: true,
      user: "portal",
      password: "ge@heim",
    });
  });

  it.each([
    ["nats://portal:geheim@10.0.0.5", "must begin with tls://, because a server is not on loopback"],
    ["nats://127.0.0.1,n1.example.org", "must begin with tls://, because a server is not on loopback"],
    ["tls://n1.example.org", "needs a user, because a server is not on loopback"],
    ["tls://:geheim@127.0.0.1,10.0.0.5", "needs a user, because a server is not on loopback"],
  ])("R0-230 is refused off loopback without TLS and a user: %s", (url, problem) => {
    expect(() => read(url)).toThrow(`BUS_URL: ${problem}`);
  });

  it.each([
    ["redis://127.0.0.1", "must begin with nats:// or tls://"],
    ["127.0.0.1", "must begin with nats:// or tls://"],
    ["nats://", "must list servers as host or host:port, separated by commas"],
    ["nats://127.0.0.1,,127.0.0.2", "must list servers as host or host:port, separated by commas"],
    ["nats://127.0.0.1:geheim", "must list servers as host or host:port, separated by commas"],
    ["nats://127.0.0.1/geheim", "must list servers as host or host:port, separated by commas"],
    ["nats://%E0geheim@127.0.0.1", "has a user or password with an invalid percent encoding"],
  ])("refuses %s in one line that quotes no value", (url, problem) => {
    expect(() => read(url)).toThrow(new ConfigError("BUS_URL", problem));
  });
});
