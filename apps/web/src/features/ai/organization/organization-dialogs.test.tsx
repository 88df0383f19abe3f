// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { json } from "../../../platform/api-client/testing/fetch-double.ts";
import { ensureMessages } from "../../../platform/i18n/store.ts";
import type { AiPolicyView, AiProvider } from "../ai.api.ts";
import { ApprovalDialog } from "./approval-dialog.tsx";
import { GateCard } from "./gate-card.tsx";
import { PolicyDialog } from "./policy-dialog.tsx";
import { SwitchCard } from "../switches/switch-card.tsx";
import { SwitchDialog } from "../switches/switch-dialog.tsx";
import {
  resetAi,
  model,
  organizationId,
  clickButton,
  provider,
  refusal,
  showAi,
  notificationMessages,
  type,
} from "../testing/ai-test-server.tsx";

beforeAll(() => ensureMessages("common", "ai-organization", "ai-switches", "ai-labels"));
afterEach(resetAi);

const conflict = () => refusal("PRECONDITION_FAILED", 412);
const stepUpRequired = () => refusal("STEP_UP_REQUIRED", 403);
const gate = { approval: null, missing: ["notApproved"], stopped: null, usable: false } as const;
const incompleteProvider: AiProvider = { ...provider, organization: { ...gate, missing: [...gate.missing] } };
const approval = {
  approved: true,
  professionalSecrecyAgreedOn: "2026-01-02",
  processingAgreement: { version: "3.1", date: "2026-01-02" },
  models: null,
  updatedAt: "2026-11-20T08:00:00Z",
  version: 5,
};
const newer = { ...incompleteProvider, organization: { ...incompleteProvider.organization, approval } };
const currentData = { "/providers": { data: [newer], stopped: null }, "/models": { data: [model] } };

describe("the approval of a provider", () => {
  const show = (displayed: AiProvider, ...changes: (() => Response)[]) =>
    showAi(
      (onClose) => <ApprovalDialog organizationId={organizationId} provider={displayed} onClose={onClose} />,
      changes,
      currentData,
    );

  it("see R7a-16 sends the agreement, starting at version 0", async () => {
    const server = show(incompleteProvider, () => json(incompleteProvider));
    fireEvent.click(screen.getByLabelText(/^Anbieter für Ihre Praxis freigeben/));
    type(/^Verpflichtung nach § 203/, "2026-01-02");
    type(/^Fassung/, "3.1");
    type(/^Unterschrieben am/, "2026-01-02");
    clickButton("Speichern");
    await waitFor(() => expect(server.onClose).toHaveBeenCalledOnce());
    const { version: _version, updatedAt: _updatedAt, ...body } = approval;
    expect(server.sent()).toEqual([{ body, ifMatch: '"0"' }]);
    expect(notificationMessages()).toEqual(["Anbieter Nord ist freigegeben"]);
  });

  it("see R7a-16 sends nothing for empty fields, and shows that the provider is not approved", async () => {
    const server = show(incompleteProvider, () => json(incompleteProvider));
    clickButton("Speichern");
    await waitFor(() => expect(server.onClose).toHaveBeenCalledOnce());
    expect(server.sent()[0]?.body).toEqual({
      approved: false,
      professionalSecrecyAgreedOn: null,
      processingAgreement: null,
      models: null,
    });
    expect(notificationMessages()).toEqual(["Gespeichert; Anbieter Nord ist nicht freigegeben"]);
  });

  it("see R7a-16 rejects future dates, an incomplete agreement and an empty model selection", async () => {
    const server = show(incompleteProvider);
    type(/^Verpflichtung nach § 203/, "2099-01-01");
    type(/^Unterschrieben am/, "2099-01-01");
    const some = screen.getByLabelText<HTMLInputElement>("Nur diese Modelle");
    await waitFor(() => expect(some.disabled).toBe(false));
    fireEvent.click(some);
    fireEvent.click(screen.getByLabelText("nord-1"));
    clickButton("Speichern");
    expect(await screen.findAllByText("Dieses Datum liegt in der Zukunft.")).toHaveLength(2);
    expect(screen.getByLabelText(/^Fassung/).getAttribute("aria-invalid")).toBe("true");
    expect(screen.getByText("Wählen Sie mindestens ein Modell.")).toBeTruthy();
    expect(server.sent()).toEqual([]);
  });

  it("see R7a-16 shows a server validation error at its field", async () => {
    show(incompleteProvider, () => refusal("VALIDATION_FAILED", 400, "processingAgreement.date"));
    clickButton("Speichern");
    expect(await screen.findByText("Text zu processingAgreement.date")).toBeTruthy();
  });

  it("see R7a-16 does not overwrite a concurrent change", async () => {
    const server = show(incompleteProvider, conflict, () => json(incompleteProvider));
    clickButton("Speichern");
    expect(await screen.findByText("Inzwischen hat jemand anderes etwas geändert")).toBeTruthy();
    clickButton("Speichern");
    await waitFor(() => expect(server.onClose).toHaveBeenCalledOnce());
    expect(server.sent().map(({ ifMatch }) => ifMatch)).toEqual(['"0"', '"5"']);
  });
});

describe("the policy of the organization", () => {
  const policy: AiPolicyView = {
    regions: ["de"],
    requiresC5: true,
    requiresSecrecy: true,
    requiresProcessing: true,
    maxRetentionDays: 0,
    allowsTraining: false,
    allowsPromptInAddress: true,
    version: 2,
  };
  const show = (...changes: (() => Response)[]) =>
    showAi(
      (onClose) => <PolicyDialog organizationId={organizationId} policy={policy} onClose={onClose} />,
      changes,
      { "/policy": { ...policy, version: 6 } },
    );

  it("see R7a-16 is sent as a whole with the version read, and again after a conflict", async () => {
    const server = show(conflict, () => json(policy));
    fireEvent.click(screen.getByLabelText("Schweiz"));
    fireEvent.click(screen.getByLabelText(/^Anfragetext in der Adresse zulassen/));
    type("Längste Aufbewahrung in Tagen", "30");
    clickButton("Speichern");
    expect(await screen.findByText("Inzwischen hat jemand anderes etwas geändert")).toBeTruthy();
    clickButton("Speichern");
    await waitFor(() => expect(server.onClose).toHaveBeenCalledOnce());
    const { version: _version, ...demands } = policy;
    const body = { ...demands, regions: ["de", "ch"], maxRetentionDays: 30, allowsPromptInAddress: false };
    expect(server.sent()).toEqual([
      { body, ifMatch: '"2"' },
      { body, ifMatch: '"6"' },
    ]);
  });

  it("see R7a-16 requires a region, and a whole number of days", async () => {
    const server = show();
    fireEvent.click(screen.getByLabelText("Deutschland"));
    type("Längste Aufbewahrung in Tagen", "");
    clickButton("Speichern");
    expect(await screen.findByText("Wählen Sie mindestens eine Region.")).toBeTruthy();
    const days = screen.getByLabelText("Längste Aufbewahrung in Tagen");
    expect(days.getAttribute("aria-invalid")).toBe("true");
    expect(server.sent()).toEqual([]);
  });

  it("see R7a-16 requests a step-up without showing an error", async () => {
    const server = show(stepUpRequired);
    clickButton("Speichern");
    await waitFor(() => expect(server.sent()).toHaveLength(1));
    await screen.findByRole("button", { name: "Speichern" });
    expect(screen.queryByRole("alert")).toBeNull();
    expect(server.onClose).not.toHaveBeenCalled();
  });
});

describe("a switch", () => {
  const aiStop = { at: "2026-11-20T08:00:00Z", reason: "Verdacht auf Missbrauch" };

  it("see R7b-08 names its target and requires a reason", async () => {
    const server = showAi(
      (onClose) => <SwitchDialog target={{ scope: "platform" }} stopped={null} onClose={onClose} />,
      [() => json({ stopped: aiStop })],
    );
    expect(screen.getByText(/alle Praxen und Anbieter.*laufende Antworten sofort abgebrochen/)).toBeTruthy();
    clickButton("Überall anhalten");
    await waitFor(() => expect(screen.getByLabelText("Grund").getAttribute("aria-invalid")).toBe("true"));
    expect(server.sent()).toEqual([]);
    type("Grund", "Störung");
    clickButton("Überall anhalten");
    await waitFor(() => expect(notificationMessages()).toEqual(["Die KI ist überall angehalten"]));
    expect(server.sent()[0]?.body).toEqual({ stopped: true, reason: "Störung" });
  });

  it("see R7b-08 continues after a step-up, and stays unchanged without one", async () => {
    const target = { scope: "person", id: organizationId, name: "Lia Muster" } as const;
    const server = showAi(
      (onClose) => <SwitchDialog target={target} stopped={aiStop} onClose={onClose} />,
      [stepUpRequired, () => json({ stopped: null })],
    );
    expect(screen.getByText("Angehalten wegen: Verdacht auf Missbrauch")).toBeTruthy();
    clickButton("Wieder zulassen");
    await waitFor(() => expect(server.sent()).toHaveLength(1));
    await screen.findByRole("button", { name: "Wieder zulassen" });
    expect([server.onClose.mock.calls, screen.queryByRole("alert")]).toEqual([[], null]);
    clickButton("Wieder zulassen");
    await waitFor(() => expect(server.onClose).toHaveBeenCalledOnce());
    expect(server.sent().at(-1)?.body).toEqual({ stopped: false });
    expect(notificationMessages()).toEqual(["Die KI ist für Lia Muster wieder zugelassen"]);
  });

  it("see R7b-08 is read-only without the permission, and shows who can set it", () => {
    const target = { scope: "provider", id: "nord", name: "Anbieter Nord" } as const;
    showAi(() => <SwitchCard target={target} stopped={aiStop} canStop={false} />, []);
    expect(screen.queryByRole("button")).toBeNull();
    expect(screen.getByText("Grund: Verdacht auf Missbrauch")).toBeTruthy();
    expect(screen.getByText(/nur die Plattform-Administration/)).toBeTruthy();
  });
});

describe("usable providers", () => {
  it("see R7a-16 lists the missing requirements by responsible party, and offers the approval to administrators", async () => {
    const missing = ["c5Expired", "retentionTooLong", "secrecyMissing"] as const;
    const usable = { ...gate, approval, missing: [], usable: true };
    const displayed = [
      { ...incompleteProvider, organization: { ...gate, missing } },
      { ...incompleteProvider, key: "sued", name: "Anbieter Süd", organization: usable },
      {
        ...incompleteProvider,
        key: "west",
        name: "Anbieter West",
        enabled: false,
        organization: { ...gate, missing },
      },
    ];
    showAi(
      () => (
        <GateCard
          organizationId={organizationId}
          canManage
          lastChanges={new Map([["Anbieter Süd", "Zuletzt geändert von Ina Muster"]])}
        />
      ),
      [],
      { "/providers": { data: displayed, stopped: null } },
    );
    expect(await screen.findByText("Sie können 1 von 2 eingeschalteten Anbietern nutzen.")).toBeTruthy();
    const [first, second] = within(
      screen.getByRole("list", { name: "Welche Anbieter darf Ihre Praxis nutzen?" }),
    )
      .getAllByRole("heading", { level: 3 })
      .map((heading) => heading.closest("li"));
    expect(first?.textContent).toContain("Noch nicht nutzbar: 3 Punkte fehlen");
    const groups = [...(first?.querySelectorAll("section") ?? [])].map((group) => group.textContent);
    expect(groups).toEqual([
      "Fehlt noch von Ihrer PraxisDie Verpflichtung zur Verschwiegenheit nach § 203 StGB fehlt.",
      "Passt nicht zu Ihren VorgabenEingaben werden länger aufbewahrt, als Sie zulassen.",
      "Fehlt noch von der PlattformDas C5-Testat ist abgelaufen.",
    ]);
    expect(second?.textContent).toContain("Kann genutzt werden");
    expect(second?.textContent).toContain("AVV 3.1 vom 02.01.2026");
    expect(second?.textContent).toContain("Zuletzt geändert von Ina Muster");
    expect(screen.getByText("1 weiterer Anbieter ist nicht eingeschaltet")).toBeTruthy();
  });
});
