// @vitest-environment jsdom
import { fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { ensureMessages } from "../../../platform/i18n/store.ts";
import { resetTestPage, show } from "../../../testing/show.tsx";
import { FactorCard } from "./factor-card.tsx";
import type { UserSecurity } from "./person-security.api.ts";

beforeAll(() => ensureMessages("common", "person-security"));
afterEach(resetTestPage);

const dayCode = {
  createdAt: "2026-11-20T08:00:00.000Z",
  expiresAt: "2026-11-20T20:00:00.000Z",
  createdBy: "Ina Musterfrau",
};
const twoFactor = { enabled: true, enabledAt: null, backupCodesRemaining: 7, passkeys: 1, required: true };

function open(user: Pick<UserSecurity, "dayCode" | "allowedActions">) {
  const onStart = vi.fn();
  show(
    <FactorCard
      user={{ twoFactor, recoveryCodes: [], ...user } as unknown as UserSecurity}
      onStart={onStart}
    />,
    [],
  );
  return onStart;
}

const buttons = () => screen.getAllByRole("button").map(({ textContent }) => textContent);

it("offers a day code while there is none", () => {
  const onStart = open({ dayCode: null, allowedActions: ["issueDayCode"] });
  expect(buttons()).toEqual(["Tagescode erstellen"]);
  expect(screen.getByText(/^Ein Tagescode/)).toBeDefined();
  fireEvent.click(screen.getByRole("button"));
  expect(onStart).toHaveBeenCalledWith("issueDayCode");
});

it("offers a new day code or the end of the current one while a code is valid", () => {
  const onStart = open({ dayCode, allowedActions: ["issueDayCode", "endDayCode"] });
  expect(screen.getByText("Tagescode gültig bis 21:00")).toBeDefined();
  expect(screen.getByText("Ein neuer Tagescode macht den bisherigen ungültig.")).toBeDefined();
  expect(screen.queryByText(/^Ein Tagescode/)).toBeNull();
  expect(buttons()).toEqual(["Neuen Tagescode erstellen", "Tagescode beenden"]);
  fireEvent.click(screen.getByRole("button", { name: "Neuen Tagescode erstellen" }));
  expect(onStart).toHaveBeenCalledWith("issueDayCode");
});

it("shows a valid day code to a user who may not change it", () => {
  open({ dayCode, allowedActions: [] });
  expect(screen.getByText("Tagescode gültig bis 21:00")).toBeDefined();
  expect(screen.queryAllByRole("button")).toEqual([]);
  expect(screen.queryByRole("heading", { name: "Handy heute nicht dabei" })).toBeNull();
});
