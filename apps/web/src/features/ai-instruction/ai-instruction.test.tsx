// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { useQuery } from "@tanstack/react-query";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { json, networkError, problem } from "../../platform/api-client/testing/fetch-double.ts";
import { WriteBlock } from "../../platform/forms/write-block.tsx";
import { ensureMessages } from "../../platform/i18n/store.ts";
import { resetTestPage, show } from "../../testing/show.tsx";
import { type AiInstruction, instructionQuery } from "./ai-instruction.api.ts";
import { InstructionCard, type InstructionCardProps } from "./instruction-card.tsx";
import { InstructionDialog } from "./instruction-dialog.tsx";
import { memberInstructionQuery } from "./member-instruction.api.ts";
import { MemberInstructionCard } from "./member-instruction-card.tsx";

const organizationId = "01900000-0000-7000-8000-000000000001";
const userId = "01900000-0000-7000-8000-000000000002";
const instruction: AiInstruction = {
  version: 3,
  isDue: true,
  confirmedAt: null,
  providers: ["Mistral", "OpenAI"],
  contacts: ["Ina Musterfrau"],
};
const confirmed: AiInstruction = { ...instruction, isDue: false, confirmedAt: "2026-11-20T08:00:00.000Z" };

beforeAll(() => ensureMessages("common", "ai-instruction"));
afterEach(resetTestPage);

const rules = () => screen.getAllByRole("listitem").map(({ textContent }) => textContent);

describe("the AI instruction", () => {
  function card(props: Partial<InstructionCardProps> = {}) {
    return <InstructionCard organizationId={organizationId} instruction={instruction} level={1} {...props} />;
  }
  const confirm = () => fireEvent.click(screen.getByRole("button", { name: "Gelesen und verstanden" }));

  it("takes the focus and names the approved providers and the people to ask", () => {
    show(card(), []);
    expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1, name: "KI-Einweisung" }));
    expect(rules()).toHaveLength(5);
    expect(rules()[3]).toContain("Freigegeben: Mistral, OpenAI.");
    expect(rules()[4]).toContain("Ina Musterfrau");
    // Without `onLater`, it cannot be postponed.
    expect(screen.queryByRole("button", { name: "Später" })).toBeNull();
  });

  it("omits the rules about providers and contacts if there are none", () => {
    show(card({ level: 2, instruction: { ...instruction, providers: [], contacts: [] } }), []);
    expect(screen.getByRole("heading", { level: 2, name: "KI-Einweisung" })).toBeTruthy();
    expect(rules()).toHaveLength(3);
    expect(rules().join()).not.toContain("Freigegeben");
    expect(rules().join()).not.toContain("Bei Fragen");
  });

  it("confirms the displayed version and refetches all data about the instruction", async () => {
    const onConfirmed = vi.fn<() => void>();
    function Due() {
      const { data } = useQuery({ ...instructionQuery(organizationId), enabled: false });
      return <p>{data === undefined ? "unread" : `due: ${data.isDue}`}</p>;
    }
    const sentCalls = show(
      <>
        {card({ onConfirmed })}
        <Due />
      </>,
      [json(confirmed)],
    );
    confirm();
    confirm();
    await waitFor(() => expect(onConfirmed).toHaveBeenCalledOnce());
    expect(await screen.findByText("due: false")).toBeTruthy();
    expect(sentCalls().map(({ method, url, body }) => [method, url, body])).toEqual([
      ["PUT", "/api/ai/instruction", { version: 3 }],
    ]);
  });

  it.each([
    [
      "a newer version",
      problem(409, "CONFLICT"),
      "Die Einweisung wurde geändert. Bitte laden Sie die Seite neu",
    ],
    [
      "a refusal",
      problem(403, "FORBIDDEN", "Dafür fehlt Ihnen die Berechtigung"),
      "fehlt Ihnen die Berechtigung",
    ],
    ["a lost connection", networkError(), "Das Portal ist gerade nicht erreichbar"],
  ])("stays open after %s, shows the reason, and can be confirmed again", async (_case, failure, text) => {
    const onConfirmed = vi.fn<() => void>();
    show(card({ onConfirmed }), [failure, json(confirmed)]);
    confirm();
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain("Die Bestätigung konnte nicht gespeichert werden");
    expect(alert.textContent).toContain(text);
    expect(onConfirmed).not.toHaveBeenCalled();
    confirm();
    await waitFor(() => expect(onConfirmed).toHaveBeenCalledOnce());
  });

  it("can be postponed where the page allows it, and shows when it will reappear", () => {
    const onLater = vi.fn<() => void>();
    const sentCalls = show(card({ onLater }), []);
    expect(screen.getByText("zeigt die Einweisung wieder", { exact: false })).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Später" }));
    expect(onLater).toHaveBeenCalledOnce();
    expect(sentCalls()).toEqual([]);
  });

  it("cannot be confirmed while the organization is read-only, and shows the reason", () => {
    const sentCalls = show(<WriteBlock reason="Die Praxis ist gesperrt">{card()}</WriteBlock>, [
      json(confirmed),
    ]);
    expect(screen.getByRole("button", { name: "Gelesen und verstanden" }).title).toBe(
      "Die Praxis ist gesperrt",
    );
    confirm();
    expect(sentCalls()).toEqual([]);
  });
});

describe("the dialog with the AI instruction", () => {
  it.each([
    ["when it was confirmed", confirmed, "Von Ihnen bestätigt"],
    ["that it is not confirmed", instruction, "Noch nicht bestätigt"],
  ])("shows %s", async (_case, displayed, text) => {
    const onClose = vi.fn<() => void>();
    show(<InstructionDialog instruction={displayed} onClose={onClose} />, []);
    expect(screen.getByText(text, { exact: false })).toBeTruthy();
    expect(rules()).toHaveLength(5);
    const [close] = screen.getAllByRole("button", { name: "Schließen" });
    fireEvent.click(close as HTMLElement);
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  });
});

describe("the AI instruction of a member", () => {
  /** Shows the status of the card's query. */
  function Arrival() {
    const { status } = useQuery(memberInstructionQuery(organizationId, userId));
    return <output>{status}</output>;
  }
  function member(data: object) {
    show(
      <>
        <Arrival />
        <MemberInstructionCard organizationId={organizationId} userId={userId} />
      </>,
      [],
      { [`/api/ai/instruction/${userId}`]: data },
    );
  }
  const at = "2026-11-20T08:00:00.000Z";

  it.each([
    ["the current version", { version: 3, at }, "Bestätigt", "Fassung 3 bestätigt am 20.11.2026"],
    [
      "an older version",
      { version: 2, at },
      "Offen",
      "Fassung 2 bestätigt am 20.11.2026; die aktuelle Fassung ist noch offen",
    ],
    ["no version", null, "Offen", "Noch nicht bestätigt"],
  ])("shows the state of a member who confirmed %s", async (_case, last, badge, text) => {
    member({ version: 3, usesAi: true, confirmed: last });
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.getByText(badge)).toBeTruthy();
  });

  it("stays visible for a member who confirmed it and may no longer use AI", async () => {
    member({ version: 3, usesAi: false, confirmed: { version: 3, at } });
    expect(await screen.findByText("Bestätigt")).toBeTruthy();
  });

  it.each([
    [
      "for a member who may not use AI and never confirmed it",
      { version: 3, usesAi: false, confirmed: null },
      "success",
    ],
    ["if it cannot be read", problem(403, "FORBIDDEN"), "error"],
  ])("is absent %s", async (_case, response, status) => {
    member(response);
    expect(await screen.findByText(status)).toBeTruthy();
    expect(document.body.textContent).toBe(status);
  });
});
