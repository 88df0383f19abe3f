import { expect, it } from "vitest";
import { DatabaseHosts, hostUrls } from "./database-hosts.ts";

it("see R0-234 an address results in one URL for each host", () => {
  expect(hostUrls("postgres://role:a%2Cb@db1:5432,db2,[::1]:5433/portal?sslmode=require")).toEqual([
    "postgres://role:a%2Cb@db1:5432/portal?sslmode=require",
    "postgres://role:a%2Cb@db2/portal?sslmode=require",
    "postgres://role:a%2Cb@[::1]:5433/portal?sslmode=require",
  ]);
  expect(hostUrls("postgres://db1/portal")).toEqual(["postgres://db1/portal"]);
});

it("see R0-234 connections that fail together switch to the next host only once", () => {
  const hosts = new DatabaseHosts("postgres://db1,db2,db3/portal");
  const first = hosts.current;
  hosts.switchFrom(first);
  hosts.switchFrom(first);
  expect(hosts.current).toBe("postgres://db2/portal");
  hosts.switchFrom(hosts.current);
  hosts.switchFrom(hosts.current);
  expect(hosts.current).toBe(first);
});
