// @vitest-environment jsdom
import { fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { ensureMessages } from "../../platform/i18n/store.ts";
import { notificationStore } from "../../platform/notifications/notifications.store.ts";
import { emptySession, sessionStore } from "../../platform/session/session.store.ts";
import { logout } from "../../platform/session/sign-out.ts";
import { person } from "../../platform/session/testing/session-responses.ts";
import { resetTestPage, show } from "../../testing/show.tsx";
import { InvitationSignIn } from "./invitation-sign-in.tsx";

const navigate = vi.hoisted(() => vi.fn(() => Promise.resolve()));
vi.mock("@tanstack/react-router", async (load) => ({
  ...(await load<typeof import("@tanstack/react-router")>()),
  useNavigate: () => navigate,
}));
vi.mock("../../platform/session/sign-out.ts", { spy: true });

beforeAll(() => ensureMessages("common", "invitation"));
afterEach(() => {
  sessionStore.setState(emptySession, true);
  navigate.mockClear();
  resetTestPage();
});

it.each([
  [true, "success"],
  [false, "warning"],
] as const)(
  "see R8-22 a sign-in with another account signs out; confirmed by the server: %s",
  async (confirmed, type) => {
    vi.mocked(logout).mockResolvedValue({ confirmed });
    sessionStore.setState({ user: person() });
    show(<InvitationSignIn token="token-1" onAccepted={() => undefined} />, []);
    fireEvent.click(screen.getByRole("button", { name: "Mit einem anderen Konto anmelden" }));
    await vi.waitFor(() => expect(navigate).toHaveBeenCalledWith(expect.objectContaining({ to: "/login" })));
    expect(notificationStore.getState().items).toMatchObject([{ type }]);
  },
);
