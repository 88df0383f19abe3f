import { useTranslations } from "use-intl";

/**
 * Returns a function that states the number of taken seats, with the same words on every page: "46 von 60 Plätzen
 * belegt".
 */
export function useSeatsText() {
  const common = useTranslations("common");
  return ({ taken, max }: { taken: number; max: number }) => common("seatsTaken", { taken, max });
}
