// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import type { ComponentType } from "react";
import { afterEach, expect, it } from "vitest";
import { RadioGroup } from "../../ui/form/radio-group.tsx";
import { Popover } from "../../ui/overlay/popover.tsx";
import { I18nProvider } from "../i18n/i18n-provider.tsx";
import { ensureMessages } from "../i18n/store.ts";
import { lazyPart } from "./lazy-part.tsx";

afterEach(cleanup);

const options = ["Alle", "30 Tage"].map((label) => ({ value: label, label }));

function Choice() {
  return <RadioGroup label="Zugang endet" value="30 Tage" options={options} onChange={() => {}} />;
}

it("focuses the selected value of a popover whose content arrives after it has opened", async () => {
  await ensureMessages("common");
  const { promise: download, resolve: arrive } = Promise.withResolvers<ComponentType<object>>();
  const Part = lazyPart<object>(() => download);
  render(
    <I18nProvider>
      <Popover label="Zugang endet" trigger={<button type="button">Öffnen</button>}>
        <Part />
      </Popover>
    </I18nProvider>,
  );
  await userEvent.click(screen.getByRole("button", { name: "Öffnen" }));
  const popover = await screen.findByRole("dialog");
  await waitFor(() => expect(document.activeElement).toBe(popover));
  await act(async () => {
    arrive(Choice);
    await download;
  });
  expect(document.activeElement).toBe(await screen.findByRole("radio", { name: "30 Tage" }));
});
