import type { Principal } from "@praxisportal/contract/permissions";
import Buildings from "lucide-react/icons/building";
import Building from "lucide-react/icons/building-2";
import ChartColumn from "lucide-react/icons/chart-column";
import Contact from "lucide-react/icons/contact-round";
import Cpu from "lucide-react/icons/cpu";
import KeyRound from "lucide-react/icons/key-round";
import LayoutDashboard from "lucide-react/icons/layout-dashboard";
import Monitor from "lucide-react/icons/monitor";
import Receipt from "lucide-react/icons/receipt";
import ScrollText from "lucide-react/icons/scroll-text";
import ShieldCheck from "lucide-react/icons/shield-check";
import ShieldUser from "lucide-react/icons/shield-user";
import Sparkles from "lucide-react/icons/sparkles";
import Users from "lucide-react/icons/users";
import type { ComponentType } from "react";
import { canVisit } from "../router/guard-decision.ts";
import { routeTable } from "../router/route-table.ts";

/** Groups of the sidebar in order; keys in the catalogue `shell`. */
const groups = ["practice", "ai", "costs", "platform"] as const;

export interface NavigationItem {
  /** The target page, also the key of its label. */
  readonly route:
    | "dashboard"
    | "users"
    | "organization"
    | "organizationUsers"
    | "organizations"
    | "workstations"
    | "audit"
    | "assistant"
    | "aiUsage"
    | "usage"
    | "admin"
    | "clientTokens"
    | "aiProviders"
    | "superadminProfile";
  readonly group: (typeof groups)[number];
  readonly icon: ComponentType<{ size?: number; strokeWidth?: number; className?: string }>;
  /** Pages below this path have their own entries. */
  readonly exact?: true;
}

const items: readonly NavigationItem[] = [
  { route: "dashboard", group: "practice", icon: LayoutDashboard },
  { route: "users", group: "practice", icon: Users },
  { route: "organization", group: "practice", icon: Building, exact: true },
  { route: "organizationUsers", group: "practice", icon: Contact },
  { route: "workstations", group: "practice", icon: Monitor },
  { route: "audit", group: "practice", icon: ScrollText },
  { route: "assistant", group: "ai", icon: Sparkles },
  { route: "aiUsage", group: "ai", icon: ChartColumn },
  { route: "aiProviders", group: "ai", icon: Cpu },
  { route: "usage", group: "costs", icon: Receipt },
  { route: "admin", group: "platform", icon: ShieldCheck, exact: true },
  { route: "organizations", group: "platform", icon: Buildings },
  { route: "clientTokens", group: "platform", icon: KeyRound },
  { route: "superadminProfile", group: "platform", icon: ShieldUser },
];

export interface NavigationGroup {
  readonly key: (typeof groups)[number];
  readonly items: readonly NavigationItem[];
}

/** Returns the groups with the pages that this visitor may open; empty groups are omitted. */
export function navigationFor(principal: Principal | null): readonly NavigationGroup[] {
  return groups
    .map((key) => ({
      key,
      items: items.filter((item) => item.group === key && canVisit(routeTable[item.route].access, principal)),
    }))
    .filter((group) => group.items.length > 0);
}
