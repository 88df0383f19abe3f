import Globe from "lucide-react/icons/globe";
import Monitor from "lucide-react/icons/monitor";
import Moon from "lucide-react/icons/moon";
import Sun from "lucide-react/icons/sun";
import { useTranslations } from "use-intl";
import { LanguageSelect } from "../../platform/i18n/language-select.tsx";
import { useTheme } from "../../platform/theme/use-theme.ts";
import { SegmentedControl } from "../../ui/form/segmented-control.tsx";

/** Lets the user choose the language and the theme before sign-in. Below 768 px the theme is a single toggle button. */
export function LoginControls() {
  const common = useTranslations("common");
  const { mode, dark, setMode, toggle } = useTheme();
  const ToggleIcon = dark ? Moon : Sun;
  return (
    <div className="flex items-center gap-1 md:gap-2">
      <LanguageSelect
        variant="button"
        size="toolbar"
        icon={Globe}
        className="w-27 md:w-34 max-md:[&_select]:pl-3 max-md:[&>svg:first-child]:hidden"
        aria-label={common("language.label")}
      />
      <SegmentedControl
        className="max-md:hidden"
        label={common("theme.label")}
        iconsOnly
        value={mode}
        onChange={setMode}
        segments={[
          { value: "light", label: common("theme.light"), icon: Sun },
          { value: "dark", label: common("theme.dark"), icon: Moon },
          { value: "system", label: common("theme.system"), icon: Monitor },
        ]}
      />
      <button
        type="button"
        aria-pressed={dark}
        aria-label={common("theme.dark")}
        title={dark ? common("theme.light") : common("theme.dark")}
        onClick={toggle}
        className="grid size-11 place-items-center rounded-r-3 text-text-2 hover:text-text md:hidden"
      >
        <ToggleIcon size={18} strokeWidth={1.75} aria-hidden />
      </button>
    </div>
  );
}
