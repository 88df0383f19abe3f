import { Link, useLocation } from "@tanstack/react-router";
import { useLayoutEffect, useRef } from "react";
import { useTranslations } from "use-intl";
import { cx } from "../../../ui/cx.ts";
import { reveal } from "../../../ui/layout/reveal.ts";
import { Tooltip } from "../../../ui/overlay/tooltip.tsx";
import { routeTable } from "../../router/route-table.ts";
import { navigationFor, type NavigationItem, navigationRouteOf } from "./navigation-items.ts";
import { useLegacyOffer } from "./use-legacy-offer.ts";
import { usePrincipal } from "../user/use-principal.ts";

interface NavLinkProps {
  item: NavigationItem;
  isCurrent: boolean;
  collapsed: boolean;
  onNavigate?: (() => void) | undefined;
}

function NavLink({ item, isCurrent, collapsed, onNavigate }: NavLinkProps) {
  const frame = useTranslations("frame");
  const { path, title } = routeTable[item.route];
  const text = frame(`titles.${title}`);
  const Icon = item.icon;
  const link = (
    <Link
      to={path}
      onClick={onNavigate}
      aria-label={collapsed ? text : undefined}
      aria-current={isCurrent ? "page" : undefined}
      // A nested page may have its own entry.
      activeOptions={{ exact: true, includeSearch: false }}
      className={cx(
        "flex min-h-11 items-center gap-2 rounded-r-3 border border-transparent text-body font-nav text-text-2 transition-colors duration-(--t-quick) md:min-h-9",
        "hover:bg-surface-3 hover:text-text aria-[current=page]:border-line aria-[current=page]:bg-surface aria-[current=page]:font-strong aria-[current=page]:text-text",
        "[&_svg]:shrink-0 aria-[current=page]:[&_svg]:text-accent-text",
        collapsed ? "justify-center" : "pr-2 pl-[11px]",
      )}
    >
      <Icon size={18} strokeWidth={1.75} aria-hidden />
      {!collapsed && <span className="min-w-0">{text}</span>}
    </Link>
  );
  return collapsed ? (
    <Tooltip label={text} side="right">
      {link}
    </Tooltip>
  ) : (
    link
  );
}

export interface NavListProps {
  /** Shows icons only. Labels become accessible names and tooltips. */
  collapsed?: boolean;
  onNavigate?: () => void;
}

/** The main navigation: groups of the screens that the user may open. */
export function NavList({ collapsed = false, onNavigate }: NavListProps) {
  const t = useTranslations("shell");
  const groups = navigationFor(usePrincipal(), useLegacyOffer());
  const nav = useRef<HTMLElement>(null);
  const path = useLocation({ select: ({ pathname }) => pathname });
  const currentRoute = navigationRouteOf(path);
  // Before the first frame with these entries.
  useLayoutEffect(() => {
    const current = nav.current?.querySelector<HTMLElement>("[aria-current=page]");
    if (current) reveal(current);
    // Groups that arrive later push the entry down.
  }, [path, groups.length]);
  return (
    <nav ref={nav} aria-label={t("navigation")} className="grid gap-4">
      {groups.map((group) => (
        <div key={group.key}>
          <p
            id={`navigation-${group.key}`}
            className={cx("mb-1 px-3 text-small font-strong text-text-3", collapsed && "sr-only")}
          >
            {t(`groups.${group.key}`)}
          </p>
          <ul aria-labelledby={`navigation-${group.key}`} className="grid gap-1">
            {group.items.map((item) => (
              <li key={item.route}>
                <NavLink
                  item={item}
                  isCurrent={item.route === currentRoute}
                  collapsed={collapsed}
                  onNavigate={onNavigate}
                />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
