import Lock from "lucide-react/icons/lock";
import X from "lucide-react/icons/x";
import { useTranslations } from "use-intl";
import { lockScreen } from "../../../platform/session/lock/lock-screen.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Drawer } from "../../../ui/overlay/drawer.tsx";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { Logo } from "../../../ui/layout/logo.tsx";
import { NavList } from "./nav-list.tsx";

export interface NavigationDrawerProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The navigation below 768 px as a drawer from the left. */
export function NavigationDrawer({ open, onOpenChange }: NavigationDrawerProps) {
  const t = useTranslations("shell");
  const frame = useTranslations("frame");
  return (
    <Drawer
      open={open}
      onOpenChange={onOpenChange}
      side="left"
      title={t("navigation")}
      closeLabel={t("closeNavigation")}
      bare
      // The drawer covers the top bar and its button.
      actions={
        <Button icon={Lock} onClick={lockScreen}>
          {t("keys.lock")}
        </Button>
      }
    >
      <div className="flex h-14 items-center justify-between pr-2 pl-5">
        <Logo name={frame("product")} size={28} />
        <IconButton
          icon={X}
          label={t("closeNavigation")}
          tooltipSide="bottom"
          onClick={() => onOpenChange(false)}
        />
      </div>
      <div className="px-2 py-4">
        <NavList onNavigate={() => onOpenChange(false)} />
      </div>
    </Drawer>
  );
}
