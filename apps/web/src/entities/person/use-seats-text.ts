import { useTranslations } from "use-intl";

/** Returns how many seats are taken, in the words of every page: "46 von 60 Plätzen belegt". */
export function useSeatsText() {
  const common = useTranslations("common");
  return ({ taken, max }: { taken: number; max: number }) => common("seatsTaken", { taken, max });
}
