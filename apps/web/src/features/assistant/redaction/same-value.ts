import { writtenDateKey } from "@praxisportal/contract/ai/redaction/dates";
import type { SensitiveKind } from "@praxisportal/contract/ai/redaction/kinds";

/**
 * Returns a key that is equal for different formats of a value: "+49 30 1234" and "030/1234", "12.3.61" and
 * "12. März 1961". Names are compared in `samePersons`.
 */
export function valueKey(kind: SensitiveKind, written: string): string {
  const plain = written.normalize("NFC").toLowerCase();
  switch (kind) {
    case "phone":
      return plain.replace(/^\(?(?:\+|00)(?:49|43|41)\)?\s?(?:\(0\))?/, "0").replaceAll(/\D/g, "");
    case "insurance":
    case "iban":
      return plain.replaceAll(/[^a-z0-9]/g, "");
    case "birthDate":
      return writtenDateKey(plain) ?? plain;
    case "address":
      return plain.replaceAll(/(?:stra(?:ß|ss)e|str\.)/g, "str").replaceAll(/[^\p{L}\p{N}]/gu, "");
    case "email":
    case "name":
      return plain;
  }
}
