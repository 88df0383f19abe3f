// @vitest-environment jsdom
import type { Activity } from "@praxisportal/contract/organizations/organizations.schema";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { I18nProvider } from "../../platform/i18n/i18n-provider.tsx";
import { ensureMessages } from "../../platform/i18n/store.ts";
import { ActivitySentence } from "./activity-sentence.tsx";

afterEach(cleanup);

it.each([
  [true, "Jemand mit dem Notfallcode hat das Konto von Ina Musterfrau entsperrt"],
  [false, "Das Portal hat das Konto von Ina Musterfrau entsperrt"],
])(
  "see J4 names who unlocked an account (with the emergency code: %s)",
  async (byEmergencyCode, sentence) => {
    await ensureMessages("common", "activity");
    const entry: Activity = {
      id: "01900000-0000-7000-8000-000000000001",
      action: "user.unlocked",
      outcome: "success",
      actor: { id: null, name: null, isMember: false },
      byEmergencyCode,
      target: { id: "01900000-0000-7000-8000-000000000002", name: "Ina Musterfrau", isMember: false },
      time: "2030-12-31T08:40:00.000Z",
    };
    render(
      <I18nProvider>
        <p data-testid="entry">
          <ActivitySentence entry={entry} />
        </p>
      </I18nProvider>,
    );
    expect(screen.getByTestId("entry").textContent).toBe(sentence);
  },
);
