import Monitor from "lucide-react/icons/monitor";
import Moon from "lucide-react/icons/moon";
import Sun from "lucide-react/icons/sun";
import { useTranslations } from "use-intl";
import { useWriteBlock } from "../../platform/forms/write-block.tsx";
import { useTheme } from "../../platform/theme/use-theme.ts";
import { themeModes, type ThemeMode } from "../../platform/theme/theme-store.ts";
import { Card } from "../../ui/layout/card.tsx";
import { SegmentedControl } from "../../ui/form/segmented-control.tsx";
import { SaveError } from "./save-failed.tsx";
import { saveSettings } from "./settings.store.ts";

const icons = { light: Sun, dark: Moon, system: Monitor } as const;

/** Selects the theme. Light and dark are saved with the account. "system" applies to this device only. */
export function AppearanceCard() {
  const t = useTranslations("settings");
  const common = useTranslations("common");
  const { mode, setMode } = useTheme();
  const isBlocked = useWriteBlock() !== null;

  function choose(next: ThemeMode): void {
    setMode(next);
    // The store records the failure and the card shows it. The choice is already applied. While changes are blocked, it
    // applies to this device only.
    if (next !== "system" && !isBlocked) saveSettings({ isDarkMode: next === "dark" }).catch(() => undefined);
  }

  return (
    <Card title={t("appearance.title")} description={t("appearance.text")}>
      <SegmentedControl
        label={t("appearance.title")}
        value={mode}
        onChange={choose}
        segments={themeModes.map((value) => ({ value, label: common(`theme.${value}`), icon: icons[value] }))}
      />
      <SaveError of="isDarkMode" />
    </Card>
  );
}
