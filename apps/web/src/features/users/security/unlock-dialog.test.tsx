// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { ensureMessages } from "../../../platform/i18n/store.ts";
import { resetTestPage, show } from "../../../testing/show.tsx";
import { UnlockDialog } from "./unlock-dialog.tsx";

vi.mock("../use-report-change.ts", () => ({ useReportChange: () => async () => undefined }));

beforeAll(() => ensureMessages("common", "people", "person-security"));
afterEach(resetTestPage);

const person = {
  id: "0192f000-0000-7000-8000-000000000001",
  personalInfo: { firstName: "Rita", lastName: "Beispiel", email: null },
};

function open(security: object): void {
  show(<UnlockDialog organizationId="praxis" person={person} onClose={() => undefined} />, [], {
    [person.id]: { lockedUntil: "2030-12-31T08:40:00.000Z", ...security },
  });
}

const checks = () => screen.queryAllByRole("button", { name: /entsperren$/ });

it.each([
  ["multiple_organizations", [], "Die Sperre endet automatisch"],
  ["more_permissions", ["Anna Ähnlich", "Zoe Zufall"], "Entsperren kann Anna Ähnlich oder Zoe Zufall."],
  ["more_permissions", ["Zoe Zufall"], "die Sie selbst nicht haben.* Entsperren kann Zoe Zufall."],
  ["more_permissions", [], "In dieser Praxis kann niemand dieses Konto entsperren"],
])(
  "explains why the account cannot be unlocked and who can, instead of asking: %s, %j",
  async (identityAuthority, unlockableBy, text) => {
    open({ identityAuthority, unlockableBy, allowedActions: [] });
    expect(await screen.findByText("Rita Beispiel können Sie nicht entsperren")).toBeDefined();
    expect(screen.getByText(new RegExp(text))).toBeDefined();
    expect(checks()).toHaveLength(0);
  },
);

it("asks how the person was identified when the account can be unlocked", async () => {
  open({ identityAuthority: "full", unlockableBy: [], allowedActions: ["unlock"] });
  expect(await screen.findByText("Rita Beispiel entsperren?")).toBeDefined();
  expect(checks()).toHaveLength(3);
});
