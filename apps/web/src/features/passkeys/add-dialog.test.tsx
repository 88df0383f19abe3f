// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { resetTestPage, show } from "../../testing/show.tsx";
import { json } from "../../platform/api-client/testing/fetch-double.ts";
import { ensureMessages } from "../../platform/i18n/store.ts";
import { PasskeyFault } from "../../platform/passkeys/passkey-fault.ts";
import { AddDialog } from "./add-dialog.tsx";
import type { NewPasskeyOptions } from "./passkeys.api.ts";

const device = vi.hoisted(() => ({ create: vi.fn<(options: unknown) => Promise<object>>() }));
vi.mock("../../platform/passkeys/passkey-device.ts", () => ({ createPasskey: device.create }));

beforeAll(() => ensureMessages("common", "passkeys"));
afterEach(() => {
  resetTestPage();
  device.create.mockReset();
});

const optionsOf = (challengeId: string, names: Partial<NewPasskeyOptions> = {}) =>
  ({ challengeId, browser: null, system: null, ...names }) as NewPasskeyOptions;
const name = () => screen.getByRole<HTMLInputElement>("textbox", { name: /Name/ });
const press = () => fireEvent.click(screen.getByRole("button", { name: "Auf dem Gerät anlegen" }));

function open(options: NewPasskeyOptions, responses: Response[]) {
  const onAdded = vi.fn<(added: string) => void>();
  const sentCalls = show(
    <AddDialog passkeyOptions={options} onClose={() => undefined} onAdded={onAdded} />,
    responses,
  );
  return { onAdded, sentCalls };
}

it.each([
  ["Chrome 140 unter Windows", { browser: "Chrome 140", system: "Windows" }],
  ["Chrome 140", { browser: "Chrome 140" }],
  ["Windows", { system: "Windows" }],
  ["", {}],
])("the suggested name is “%s”", (suggested, names) => {
  open(optionsOf("one", names), []);
  expect(name().value).toBe(suggested);
});

it("a passkey requires a name, which is sent without surrounding spaces", async () => {
  device.create.mockResolvedValue({ challengeId: "one", response: {} });
  const { onAdded, sentCalls } = open(optionsOf("one"), [json({}, 201)]);
  fireEvent.change(name(), { target: { value: "  " } });
  press();
  expect(await screen.findByText("Bitte geben Sie einen Namen ein")).toBeTruthy();
  expect(device.create).not.toHaveBeenCalled();
  fireEvent.change(name(), { target: { value: " Schlüssel am Empfang " } });
  press();
  await waitFor(() => expect(onAdded).toHaveBeenCalledExactlyOnceWith("Schlüssel am Empfang"));
  expect(sentCalls().map(({ body }) => body)).toEqual([
    { challengeId: "one", response: {}, name: "Schlüssel am Empfang" },
  ]);
});

it.each([
  ["unconfirmed", /Passkey angelegt/],
  ["known", /hat schon/],
] as const)(
  "the dialog explains the device's response “%s”, and the next attempt uses a new challenge",
  async (kind, text) => {
    device.create.mockRejectedValueOnce(new PasskeyFault(kind));
    device.create.mockResolvedValueOnce({ challengeId: "two", response: {} });
    const { onAdded, sentCalls } = open(optionsOf("one", { system: "Windows" }), [
      json(optionsOf("two")),
      json({}, 201),
    ]);
    press();
    expect((await screen.findByRole("alert")).textContent).toMatch(text);
    expect(sentCalls()).toEqual([]);
    press();
    await waitFor(() => expect(onAdded).toHaveBeenCalledExactlyOnceWith("Windows"));
    expect(device.create.mock.calls.map(([options]) => (options as NewPasskeyOptions).challengeId)).toEqual([
      "one",
      "two",
    ]);
    expect(sentCalls().map(({ url }) => url)).toEqual([
      "/api/v1/auth/passkeys/options",
      "/api/v1/auth/passkeys",
    ]);
  },
);
