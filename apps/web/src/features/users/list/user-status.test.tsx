// @vitest-environment jsdom
import errors from "@praxisportal/contract/errors.de.json" with { type: "json" };
import type { ListedUser } from "@praxisportal/contract/users/users.schema";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { I18nProvider } from "../../../platform/i18n/i18n-provider.tsx";
import { ensureMessages, setTimeZone } from "../../../platform/i18n/store.ts";
import { tooltipPopup } from "../../../ui/overlay/tooltip.tsx";
import de from "../users.de.json" with { type: "json" };
import { initialsOf, nameOf, sortNameOf } from "../../../entities/person/person-name.ts";
import { UserStatus } from "./user-status.tsx";

setTimeZone("Europe/Berlin");

const user: ListedUser = {
  id: "01a0c6ae-0000-7000-8000-000000000001",
  _id: "01a0c6ae-0000-7000-8000-000000000001",
  username: "lia_muster",
  email: null,
  emailVerified: false,
  personalInfo: { firstName: "Lia", lastName: "Muster", email: null },
  role: { type: "viewer", permissions: [] },
  organizationId: "01a0c6ae-0000-7000-8000-000000000002",
  status: "active",
  organizationData: { department: null, jobTitle: null, extension: null },
  phone: null,
  twoFactorEnabled: false,
  lockStatus: "unlocked",
  failedLoginAttempts: 0,
  lockReason: null,
  lockedUntil: null,
  blockedAt: null,
  validUntil: null,
  lastLogin: null,
  lastActivity: null,
  joinedAt: null,
  createdAt: "2026-01-01T08:00:00.000Z",
  startsOn: null,
  leavesAt: null,
};

/** Returns the text of the tooltip, or null if there is none. */
function hintOf(change: Partial<ListedUser>, word: string): string | null | undefined {
  render(
    <I18nProvider>
      <UserStatus user={{ ...user, ...change }} />
    </I18nProvider>,
  );
  const badge = screen.getByText(word).parentElement?.parentElement;
  if (badge) fireEvent.pointerEnter(badge, { pointerType: "mouse" });
  act(() => {
    vi.advanceTimersByTime(500);
  });
  return document.querySelector("[aria-hidden=true]:not(svg)")?.textContent;
}

describe("status label", () => {
  it("R4-92 uses different German words for gesperrt, blockiert, deaktiviert and ausgesetzt", () => {
    expect([de.status.locked, de.status.blocked, de.status.deactivated]).toEqual([
      "Gesperrt",
      "Blockiert",
      "Deaktiviert",
    ]);
    const { ACCOUNT_LOCKED, ACCOUNT_BLOCKED, ACCOUNT_DISABLED, ORGANIZATION_SUSPENDED } = errors.errors;
    expect([ACCOUNT_LOCKED, ACCOUNT_BLOCKED, ACCOUNT_DISABLED, ORGANIZATION_SUSPENDED]).toEqual([
      "Konto gesperrt",
      "Konto blockiert",
      "Konto deaktiviert",
      "Diese Praxis ist ausgesetzt",
    ]);
  });
});

describe("the tooltip of a status", () => {
  beforeEach(async () => {
    await ensureMessages("common", "users");
    await tooltipPopup.load();
    vi.useFakeTimers({ now: new Date("2026-03-02T09:00:00.000Z") });
  });
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
  });

  it("shows why an account is locked and until when", () => {
    const lockedUntil = "2026-03-02T09:15:00.000Z";
    const hint = hintOf({ lockStatus: "locked", lockReason: "failed_logins", lockedUntil }, de.status.locked);
    expect(hint).toMatch(/^Zu viele falsche Passwörter\. Gesperrt bis .*10:15/);
  });

  it("shows since when an account is blocked and how to unblock it", () => {
    const hint = hintOf({ blockedAt: "2026-03-01T07:30:00.000Z" }, de.status.blocked);
    expect(hint).toMatch(
      /^Seit .*08:30.* blockiert, bis jemand mit Verwaltungsrechten die Blockierung aufhebt/,
    );
  });

  it("is absent for other statuses", () => {
    expect(hintOf({}, "Aktiv")).toBeUndefined();
  });
});

describe("names", () => {
  const person = (firstName: string, lastName: string) => ({
    personalInfo: { firstName, lastName, email: null },
  });

  it("builds the initials from both halves of a double name", () => {
    expect(initialsOf(person("Anneliese", "Beispiel-Oberhuber"))).toBe("ABO");
    expect(initialsOf(person("Ina", "Musterfrau"))).toBe("IMU");
    expect(initialsOf(person("Örs", "ß"))).toBe("ÖSS");
  });

  it("puts the surname first in sorted lists", () => {
    expect(nameOf(person("Mira", "Beispiel-Ahorn"))).toBe("Mira Beispiel-Ahorn");
    expect(sortNameOf(person("Mira", "Beispiel-Ahorn"))).toBe("Beispiel-Ahorn, Mira");
  });
});
