import { useFormat } from "../../platform/i18n/use-format.ts";

const microsPerCent = 10_000;

/** Returns a function that formats an amount in cents: `37,20 €`, `CHF 37.20`. */
export function useCents(): (cents: number, currency: string) => string {
  const format = useFormat();
  return (cents, currency) => format.money(cents * microsPerCent, currency);
}
