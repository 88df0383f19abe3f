import { expect, test } from "vitest";
import { asForm } from "./as-form.ts";

test("an object becomes a form with a recording", () => {
  const form = asForm('{"name":"x","values":[1]}', "file")?.toString("latin1");
  expect(form).toContain('name="name"\r\n\r\nx\r\n');
  expect(form).toContain('name="values"\r\n\r\n[1]\r\n');
  expect(form).toContain('name="file"; filename="probe.wav"');
});

test.each([
  ["text that is not JSON", "{"],
  ["an array", "[]"],
  ["null", "null"],
  ["a field that is nested too deeply to be written", `{"a":${"[".repeat(20_000)}${"]".repeat(20_000)}}`],
])("%s is sent unchanged", (_, body) => {
  expect(asForm(body, "file")).toBeUndefined();
});
