import type { Principal } from "@praxisportal/contract/permissions";
import Buildings from "lucide-react/icons/building";
import Building from "lucide-react/icons/building-2";
import CalendarClock from "lucide-react/icons/calendar-clock";
import ChartColumn from "lucide-react/icons/chart-column";
import ClipboardCheck from "lucide-react/icons/clipboard-check";
import ClipboardList from "lucide-react/icons/clipboard-list";
import Contact from "lucide-react/icons/contact-round";
import Cpu from "lucide-react/icons/cpu";
import FileCheck from "lucide-react/icons/file-check";
import Gauge from "lucide-react/icons/gauge";
import KeyRound from "lucide-react/icons/key-round";
import LayoutDashboard from "lucide-react/icons/layout-dashboard";
import Monitor from "lucide-react/icons/monitor";
import Receipt from "lucide-react/icons/receipt";
import ScrollText from "lucide-react/icons/scroll-text";
import Server from "lucide-react/icons/server";
import ShieldCheck from "lucide-react/icons/shield-check";
import ShieldUser from "lucide-react/icons/shield-user";
import SlidersHorizontal from "lucide-react/icons/sliders-horizontal";
import Sparkles from "lucide-react/icons/sparkles";
import UserRound from "lucide-react/icons/user-round";
import Users from "lucide-react/icons/users";
import Webhook from "lucide-react/icons/webhook";
import type { ComponentType } from "react";
import { canVisit } from "../../router/guard-decision.ts";
import { navigationGroups } from "../../router/route-definition.ts";
import { routeTable } from "../../router/route-table.ts";

type NavigationRoute = {
  [Route in keyof typeof routeTable]: (typeof routeTable)[Route]["navigation"] extends null ? never : Route;
}[keyof typeof routeTable];

type Icon = ComponentType<{ size?: number; strokeWidth?: number; className?: string }>;

export interface NavigationItem {
  /** The target page, which is also the key of its label. */
  readonly route: NavigationRoute;
  readonly icon: Icon;
}

const icons: Readonly<Record<NavigationRoute, Icon>> = {
  dashboard: LayoutDashboard,
  users: Users,
  organization: Building,
  organizationUsers: Contact,
  staffBoard: CalendarClock,
  workstations: Monitor,
  reviews: ClipboardCheck,
  evidence: FileCheck,
  webhooks: Webhook,
  audit: ScrollText,
  legacy: Server,
  patients: UserRound,
  tests: ClipboardList,
  assistant: Sparkles,
  aiUsage: ChartColumn,
  aiProviders: Cpu,
  usage: Receipt,
  admin: ShieldCheck,
  organizations: Buildings,
  tenantManagement: SlidersHorizontal,
  billing: Receipt,
  billingSubscription: SlidersHorizontal,
  tenantBilling: Receipt,
  tenantUsage: Gauge,
  clientTokens: KeyRound,
  superadminProfile: ShieldUser,
};

function isInNavigation(route: keyof typeof routeTable): route is NavigationRoute {
  return routeTable[route].navigation !== null;
}

const routes = (Object.keys(routeTable) as (keyof typeof routeTable)[]).filter(isInNavigation);

/** Returns the entry that a page belongs to: the entry with the longest path that contains the page. */
export function navigationRouteOf(pathname: string): NavigationRoute | undefined {
  return routes
    .filter((route) => `${pathname}/`.startsWith(`${routeTable[route].path}/`))
    .toSorted((left, right) => routeTable[right].path.length - routeTable[left].path.length)[0];
}

export interface NavigationGroup {
  readonly key: (typeof navigationGroups)[number];
  readonly items: readonly NavigationItem[];
}

/**
 * Returns the groups with the pages that this visitor may open. Empty groups are omitted. `offersLegacy` is true if the
 * organization has a legacy practice server.
 */
export function navigationFor(
  principal: Principal | null,
  offersLegacy: boolean,
): readonly NavigationGroup[] {
  return navigationGroups
    .filter((key) => key !== "legacy" || offersLegacy)
    .map((key) => ({
      key,
      items: routes
        .filter(
          (route) => routeTable[route].navigation === key && canVisit(routeTable[route].access, principal),
        )
        .map((route) => ({ route, icon: icons[route] })),
    }))
    .filter((group) => group.items.length > 0);
}
