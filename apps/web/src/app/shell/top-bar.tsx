// Rarely rendered. Without memoization, the start chunk is smaller.
"use no memo";

import Lock from "lucide-react/icons/lock";
import Search from "lucide-react/icons/search";
import { useTranslations } from "use-intl";
import { NotificationBell } from "../../features/notifications/notification-bell.tsx";
import { lockScreen } from "../../platform/session/lock/lock-screen.ts";
import { IconButton } from "../../ui/button/icon-button.tsx";
import { Kbd } from "../../ui/label/kbd.tsx";
import { ConnectionState } from "./connection/connection-state.tsx";
import { commandDialog } from "./commands/command-search.tsx";
import { NavigationButton } from "./navigation/navigation-button.tsx";
import { OrganizationSwitcher } from "./navigation/organization-switcher.tsx";
import { UserMenu } from "./user/user-menu.tsx";

/** Opens the command dialog. Looks like a field from 1024 px on, and like a button below. */
function SearchButton({ onOpen }: { onOpen: () => void }) {
  const t = useTranslations("shell");
  // Prefetch the dialog on hover or focus.
  const preload = () => void commandDialog.load().catch(() => undefined);
  return (
    <span className="contents" onPointerEnter={preload} onFocus={preload}>
      <button
        type="button"
        onClick={onOpen}
        aria-keyshortcuts="Control+K"
        className="flex h-9 w-80 items-center gap-2 rounded-r-3 border border-field bg-surface px-3 text-body text-text-3 hover:bg-surface-2 max-lg:hidden"
      >
        <Search size={16} strokeWidth={2} className="shrink-0" aria-hidden />
        <span className="min-w-0 flex-1 text-left">{t("search")}</span>
        <span aria-hidden="true">
          <Kbd>{t("shortcut")}</Kbd>
        </span>
      </button>
      {/* On a phone, the practice's name needs the space while there is a connection problem. */}
      <span className="lg:hidden max-sm:group-has-[[data-problem]]/bar:hidden">
        <IconButton icon={Search} label={t("searchShort")} tooltipSide="bottom" onClick={onOpen} />
      </span>
    </span>
  );
}

export interface TopBarProps {
  /** True if the session is restricted to one task, such as a password change. No other navigation is offered then. */
  restricted: boolean;
  onSearch: () => void;
}

/** The sticky bar above every page. */
export function TopBar({ restricted, onSearch }: TopBarProps) {
  const t = useTranslations("shell");
  return (
    <header
      aria-label={t("topBar")}
      className="group/bar sticky top-0 z-30 flex min-h-14 items-center gap-2 border-b border-line bg-surface px-2 max-md:[&>.flex:first-child]:pl-2 max-[22.5rem]:gap-1 md:gap-4 md:px-6"
    >
      {!restricted && <NavigationButton />}
      <div className="flex min-w-0 flex-1 basis-0">
        <OrganizationSwitcher />
      </div>
      {!restricted && <SearchButton onOpen={onSearch} />}
      <div className="flex items-center justify-end gap-1 md:gap-3 lg:flex-1 lg:basis-0">
        {!restricted && <ConnectionState />}
        {!restricted && <NotificationBell />}
        {!restricted && (
          <IconButton icon={Lock} label={t("keys.lock")} tooltipSide="bottom" onClick={lockScreen} />
        )}
        <UserMenu />
      </div>
    </header>
  );
}
