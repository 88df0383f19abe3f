import {
  canTransition,
  type OrganizationStatus,
  organizationStates,
  organizationStatuses,
} from "@praxisportal/contract/organizations/organization-state.rules";
import {
  organizationListQuery,
  organizationSortFields,
} from "@praxisportal/contract/organizations/organizations.schema";
import { describe, expect, it } from "vitest";
import de from "../organizations.de.json" with { type: "json" };
import en from "../organizations.en.json" with { type: "json" };
import fr from "../organizations.fr.json" with { type: "json" };
import it_ from "../organizations.it.json" with { type: "json" };
import { organizationSearch } from "./organization-search.ts";
import { stepsFrom } from "./organization-steps.ts";

describe("organization list search in the URL", () => {
  it("see R2.4-45 contains search, status, order and page, and the call accepts them", () => {
    const raw = { search: "Muster", status: "deleted", sortBy: "userCount", sortOrder: "desc", page: "3" };
    const { search, ignoredParams } = organizationSearch.parse(raw);
    expect(search).toEqual({ ...raw, page: 3 });
    expect(ignoredParams).toEqual([]);
    expect(organizationListQuery.safeParse({ ...search, ...organizationSearch.sortOf(search) }).success).toBe(
      true,
    );
  });

  it("see R2.4-45 reports values that the call would reject", () => {
    const { search, ignoredParams } = organizationSearch.parse({
      status: "closed",
      sortBy: "__proto__",
      page: "0",
      limit: "1000",
      search: "x".repeat(101),
    });
    expect(search).toEqual({});
    expect(ignoredParams).toEqual(["search", "status", "sortBy", "page", "limit"]);
  });

  it("see R2.4-45 a second click on a header reverses the order", () => {
    expect(organizationSearch.sortFields).toEqual(organizationSortFields);
    expect(organizationSearch.toggledSort({}, "name")).toEqual({ sortBy: "name", sortOrder: "desc" });
    expect(organizationSearch.toggledSort({}, "createdAt")).toEqual({
      sortBy: "createdAt",
      sortOrder: "asc",
    });
  });
});

describe("organization status", () => {
  it("R4-93 every status has its own label in four languages", () => {
    for (const { status } of [de, en, fr, it_]) {
      expect(Object.keys(status).toSorted()).toEqual(organizationStates.toSorted());
      expect(new Set(Object.values(status)).size).toBe(organizationStates.length);
    }
    const named = ["trial", "verified", "suspended", "deleted", "archived"] as const;
    for (const [{ status }, labels] of [
      [de, ["Testphase", "Geprüft", "Ausgesetzt", "Gelöscht", "Archiviert"]],
      [en, ["Trial", "Verified", "Suspended", "Deleted", "Archived"]],
      [fr, ["Période d’essai", "Vérifié", "Suspendu", "Supprimé", "Archivé"]],
      [it_, ["Periodo di prova", "Verificato", "Sospeso", "Eliminato", "Archiviato"]],
    ] as const)
      expect(named.map((state) => status[state])).toEqual(labels);
  });

  it("see R4-93 the menu offers only transitions of the status table", () => {
    const target: Readonly<Record<string, OrganizationStatus | undefined>> = {
      activate: "active",
      suspend: "suspended",
      archive: "archived",
      unarchive: "active",
      remove: "deleted",
    };
    const refused = organizationStatuses.flatMap((status) =>
      stepsFrom(status)
        .map((step) => target[step])
        .filter((to) => to !== undefined)
        .filter((to) => !canTransition(status, to)),
    );
    expect(refused).toEqual([]);
    expect(stepsFrom("trial")).toEqual(["open", "activate", "suspend", "archive", "remove"]);
    expect(stepsFrom("suspended")).toEqual(["open", "reactivate", "archive", "remove"]);
    expect(stepsFrom("archived")).toEqual(["unarchive", "remove"]);
    expect(stepsFrom("deleted")).toEqual(["restore"]);
  });
});
