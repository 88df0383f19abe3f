// Rarely rendered. Without memoization, the start chunk is smaller.
"use no memo";

import { Link } from "@tanstack/react-router";
import type { LucideIcon } from "lucide-react";
import Lock from "lucide-react/icons/lock";
import PanelLeftClose from "lucide-react/icons/panel-left-close";
import PanelLeftOpen from "lucide-react/icons/panel-left-open";
import { useTranslations } from "use-intl";
import { lockScreen } from "../../../platform/session/lock/lock-screen.ts";
import { cx } from "../../../ui/cx.ts";
import { Logo, LogoMark } from "../../../ui/layout/logo.tsx";
import { Tooltip } from "../../../ui/overlay/tooltip.tsx";
import { NavList } from "./nav-list.tsx";

export interface SidebarProps {
  collapsed: boolean;
  onToggle: () => void;
}

interface FootButtonProps {
  icon: LucideIcon;
  label: string;
  collapsed: boolean;
  /** True if the button opens and closes the sidebar. */
  expands?: boolean;
  onClick: () => void;
}

function FootButton({ icon: Icon, label, collapsed, expands = false, onClick }: FootButtonProps) {
  return (
    <Tooltip label={collapsed ? label : null} side="right">
      <button
        type="button"
        aria-expanded={expands ? !collapsed : undefined}
        aria-label={collapsed ? label : undefined}
        onClick={onClick}
        className={cx(
          "flex min-h-9 w-full items-center gap-2 rounded-r-3 px-3 text-body font-nav text-text-2 hover:bg-surface-3 hover:text-text",
          collapsed && "justify-center px-0",
        )}
      >
        <Icon size={18} strokeWidth={1.75} className="shrink-0" aria-hidden />
        {!collapsed && label}
      </button>
    </Tooltip>
  );
}

/** The left column from 768 px on: logo, scrolling navigation, fixed footer. */
export function Sidebar({ collapsed, onToggle }: SidebarProps) {
  const t = useTranslations("shell");
  const frame = useTranslations("frame");
  return (
    <aside
      aria-label={frame("product")}
      className={cx(
        "sticky top-0 flex h-dvh shrink-0 flex-col border-r border-line bg-side max-md:hidden",
        collapsed ? "w-16" : "w-60",
      )}
    >
      <Link
        to="/dashboard"
        aria-label={frame("product")}
        className={cx(
          "focus-inset flex h-14 shrink-0 items-center rounded-r-3",
          collapsed ? "justify-center" : "px-5",
        )}
      >
        {collapsed ? <LogoMark size={28} /> : <Logo name={frame("product")} size={28} />}
      </Link>
      <div className="faded-ends min-h-0 flex-1 overflow-y-auto px-2 py-4">
        <NavList collapsed={collapsed} />
      </div>
      <div className="mx-2 border-t border-line py-3">
        <FootButton icon={Lock} label={t("keys.lock")} collapsed={collapsed} onClick={lockScreen} />
        <FootButton
          icon={collapsed ? PanelLeftOpen : PanelLeftClose}
          label={t(collapsed ? "expand" : "collapse")}
          collapsed={collapsed}
          expands
          onClick={onToggle}
        />
      </div>
    </aside>
  );
}
