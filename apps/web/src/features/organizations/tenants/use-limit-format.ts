import { useTranslations } from "use-intl";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import type { TenantLimitName } from "./tenants.api.ts";

const bytesPerGB = 1_000_000_000;

/** Returns the formats of limits and their usage. */
export function useLimitFormat() {
  const t = useTranslations("limits");
  const format = useFormat();
  const amount = (name: TenantLimitName, value: number) =>
    name === "storageGB" ? format.bytes(value * bytesPerGB) : format.number(value);
  return {
    /** `2.000.000`, `41,3 GB` */
    amount,
    /** `52 von 60` */
    usedOf: (name: TenantLimitName, used: number, limit: number) =>
      t("usedOf", { used: amount(name, used), limit: amount(name, limit) }),
    /** Short form for narrow places: `12.000 von 2 Mio.` */
    shortUsage: (name: TenantLimitName, used: number, limit: number) =>
      name === "monthlyTokens"
        ? t("usedOf", { used: format.compact(used), limit: format.compact(limit) })
        : t("usedOf", { used: amount(name, used), limit: amount(name, limit) }),
  };
}
