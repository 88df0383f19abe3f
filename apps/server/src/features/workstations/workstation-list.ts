import type {
  Workstation,
  WorkstationListQuery,
} from "@praxisportal/contract/workstations/workstations.schema";

const collator = new Intl.Collator("de", { numeric: true });

/**
 * Returns the workstations that match search and filter in the requested order. The sorting is stable. It works on the
 * presented rows, because only they have the names of browsers and systems.
 */
export function matchingWorkstations(
  workstations: readonly Workstation[],
  { search = "", kind, sortBy, sortOrder }: WorkstationListQuery,
): Workstation[] {
  const words = search.toLowerCase().split(/\s+/u);
  const compare = comparisons[sortBy];
  const direction = sortOrder === "asc" ? 1 : -1;
  return workstations
    .filter((workstation) => kind === undefined || kindOf(workstation) === kind)
    .filter((workstation) => {
      const { label, sites, lastUser } = workstation;
      const text = [label, deviceOf(workstation), ...sites, lastUser?.name].join(" ").toLowerCase();
      return words.every((word) => text.includes(word));
    })
    .toSorted((left, right) => direction * compare(left, right));
}

type Compare = (left: Workstation, right: Workstation) => number;

const comparisons: Readonly<Record<WorkstationListQuery["sortBy"], Compare>> = {
  name: by(({ label, ...device }) => label ?? deviceOf(device)),
  kind: by(kindOf),
  people: (left, right) => left.people - right.people,
  openSessions: (left, right) => left.openSessions - right.openSessions,
  lastSeenAt: by(({ lastSeenAt }) => lastSeenAt),
  firstSeenAt: by(({ firstSeenAt }) => firstSeenAt),
};

function by(textOf: (workstation: Workstation) => string): Compare {
  return (left, right) => collator.compare(textOf(left), textOf(right));
}

function kindOf({ shared }: Workstation): "shared" | "personal" {
  return shared ? "shared" : "personal";
}

function deviceOf({ browser, system }: Pick<Workstation, "browser" | "system">): string {
  return [browser, system].filter(Boolean).join(" ");
}
