import { useFormat } from "../../platform/i18n/use-format.ts";

const microsPerCent = 10_000;

/** Returns a function that formats cents of a currency: `176,47 €`. */
export function useCents(currency: string): (cents: number) => string {
  const format = useFormat();
  return (cents) => format.money(cents * microsPerCent, currency);
}
