import createQrCode from "qrcode-generator";

export type Transfer = {
  recipient: string;
  iban: string;
  bic: string | null;
  /** Above zero. */
  amountCents: number;
  reference: string;
};

/** Maximum lengths of the European Payments Council. */
const maxNameLength = 70;
const maxTextLength = 140;

/** Returns the content of the code: a SEPA credit transfer of EPC069-12, version 002, in UTF-8. */
export function epcPayload({ recipient, iban, bic, amountCents, reference }: Transfer): string {
  const amount = `EUR${Math.trunc(amountCents / 100)}.${String(amountCents % 100).padStart(2, "0")}`;
  const name = recipient.replaceAll(/\s+/g, " ").slice(0, maxNameLength).toWellFormed();
  const text = reference.slice(0, maxTextLength);
  return ["BCD", "002", "1", "SCT", bic ?? "", name, iban, amount, "", "", text].join("\n");
}

/**
 * Returns the modules of the QR code, row by row. Dark modules are true. Error correction is M, as EPC069-12
 * prescribes.
 */
export function qrModules(payload: string): boolean[][] {
  const code = createQrCode(0, "M");
  // The package writes each character as one byte.
  code.addData(Buffer.from(payload, "utf8").toString("latin1"), "Byte");
  code.make();
  const size = code.getModuleCount();
  return Array.from({ length: size }, (_, row) =>
    Array.from({ length: size }, (__, column) => code.isDark(row, column)),
  );
}
