import { queryRows } from "../factories.ts";
import type { TestApp } from "../test-app.ts";

/** Account of the operator in tests. */
export const operatorIban = "DE02120300000000202051";

/** Fills in the fields of the operator profile that banks need. `overrides` take precedence. */
export async function enterOperatorAccount(
  testApp: TestApp,
  overrides: { iban?: string | null; creditorId?: string | null } = {},
): Promise<void> {
  const { iban = operatorIban, creditorId = "DE98ZZZ09999999999" } = overrides;
  await queryRows(
    testApp,
    `update operator_profile set name = 'Praxisportal Betrieb GmbH', street = 'Beispielstraße', house_number = '1',
       postal_code = '00000', city = 'Musterstadt', country = 'DE', bic = 'MUSTDEFFXXX', iban = $1, creditor_id = $2`,
    [iban, creditorId],
  );
}
