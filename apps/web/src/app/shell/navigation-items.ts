import type { Principal } from "@praxisportal/contract/permissions";
import type { LucideIcon } from "lucide-react";
import LayoutDashboard from "lucide-react/icons/layout-dashboard";
import Users from "lucide-react/icons/users";
import { offers } from "../router/guard-decision.ts";
import { routeTable } from "../router/route-table.ts";

/** Groups of the sidebar, in their order; keys in the catalogue `shell`. */
const groups = ["practice"] as const;

const items = [
  { route: "dashboard", group: "practice", icon: LayoutDashboard },
  { route: "users", group: "practice", icon: Users },
] as const satisfies readonly {
  route: keyof typeof routeTable;
  group: (typeof groups)[number];
  icon: LucideIcon;
}[];

export type NavigationItem = (typeof items)[number];

export interface NavigationGroup {
  readonly key: (typeof groups)[number];
  readonly items: readonly NavigationItem[];
}

/** The groups with what this visitor may open; an empty group is left out. */
export function navigationFor(principal: Principal | null): readonly NavigationGroup[] {
  return groups
    .map((key) => ({
      key,
      items: items.filter((item) => item.group === key && offers(routeTable[item.route].access, principal)),
    }))
    .filter((group) => group.items.length > 0);
}
