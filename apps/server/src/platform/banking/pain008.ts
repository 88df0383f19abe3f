import { element, textElement, writeXml, type XmlElement } from "../xml/write-xml.ts";
import { compactIban } from "./iban.ts";
import { sepaText } from "./sepa-text.ts";

/** Structured address. Banks have refused unstructured ones since November 2026. */
export type BankAddress = {
  street: string;
  houseNumber: string | null;
  postalCode: string;
  city: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
};

export type DirectDebit = {
  /** The invoice number, which the bank reports when the debit is returned. */
  endToEndId: string;
  amountCents: number;
  debtor: { name: string; iban: string; address: BankAddress };
  /** `signedOn` is `YYYY-MM-DD`. */
  mandate: { id: string; signedOn: string };
  /** Whether it is the first, a recurring or the only collection under a mandate. */
  sequence: "FRST" | "RCUR" | "OOFF";
  /** `YYYY-MM-DD`. */
  collectionDate: string;
  text: string;
};

export type DirectDebitBatch = {
  /** Unique per file, at most 35 characters. */
  messageId: string;
  createdAt: Date;
  creditor: { name: string; id: string; iban: string; bic: string | null; address: BankAddress };
  debits: readonly DirectDebit[];
};

const maxIdLength = 35;
const maxNameLength = 70;
const maxTextLength = 140;

/** Writes SEPA core direct debits as pain.008.001.08, grouped by collection date and sequence. */
export function writeDirectDebits(batch: DirectDebitBatch): string {
  const groups = Map.groupBy(batch.debits, ({ collectionDate, sequence }) => `${collectionDate} ${sequence}`);
  return writeXml(
    element(
      "Document",
      [
        element("CstmrDrctDbtInitn", [
          element("GrpHdr", [
            textElement("MsgId", sepaText(batch.messageId, maxIdLength)),
            textElement("CreDtTm", `${batch.createdAt.toISOString().slice(0, 19)}Z`),
            ...totalsOf(batch.debits),
            element("InitgPty", [textElement("Nm", sepaText(batch.creditor.name, maxNameLength))]),
          ]),
          ...[...groups.values()].map((debits, index) => writeGroup(batch, debits, index + 1)),
        ]),
      ],
      { xmlns: "urn:iso:std:iso:20022:tech:xsd:pain.008.001.08" },
    ),
  );
}

function writeGroup(batch: DirectDebitBatch, debits: readonly DirectDebit[], number: number): XmlElement {
  const { creditor } = batch;
  const [{ sequence, collectionDate } = { sequence: "RCUR", collectionDate: "" }] = debits;
  // Only the message id is shortened, so that the group number is kept.
  const suffix = `-${number}`;
  return element("PmtInf", [
    textElement("PmtInfId", `${sepaText(batch.messageId, maxIdLength - suffix.length)}${suffix}`),
    textElement("PmtMtd", "DD"),
    // Books each debit individually, so that the statement names its invoice.
    textElement("BtchBookg", "false"),
    ...totalsOf(debits),
    element("PmtTpInf", [
      element("SvcLvl", [textElement("Cd", "SEPA")]),
      element("LclInstrm", [textElement("Cd", "CORE")]),
      textElement("SeqTp", sequence),
    ]),
    textElement("ReqdColltnDt", collectionDate),
    writeParty("Cdtr", creditor.name, creditor.address),
    writeAccount("CdtrAcct", creditor.iban),
    writeBank("CdtrAgt", creditor.bic),
    textElement("ChrgBr", "SLEV"),
    element("CdtrSchmeId", [
      element("Id", [
        element("PrvtId", [
          element("Othr", [
            textElement("Id", creditor.id),
            element("SchmeNm", [textElement("Prtry", "SEPA")]),
          ]),
        ]),
      ]),
    ]),
    ...debits.map(writeDebit),
  ]);
}

function writeDebit({ endToEndId, amountCents, debtor, mandate, text }: DirectDebit): XmlElement {
  return element("DrctDbtTxInf", [
    element("PmtId", [textElement("EndToEndId", sepaText(endToEndId, maxIdLength))]),
    textElement("InstdAmt", amountOf(amountCents), { Ccy: "EUR" }),
    element("DrctDbtTx", [
      element("MndtRltdInf", [
        textElement("MndtId", sepaText(mandate.id, maxIdLength)),
        textElement("DtOfSgntr", mandate.signedOn),
      ]),
    ]),
    writeBank("DbtrAgt", null),
    writeParty("Dbtr", debtor.name, debtor.address),
    writeAccount("DbtrAcct", debtor.iban),
    element("RmtInf", [textElement("Ustrd", sepaText(text, maxTextLength))]),
  ]);
}

function totalsOf(debits: readonly DirectDebit[]): XmlElement[] {
  const sumCents = debits.reduce((sum, { amountCents }) => sum + amountCents, 0);
  return [textElement("NbOfTxs", String(debits.length)), textElement("CtrlSum", amountOf(sumCents))];
}

function writeParty(role: string, name: string, address: BankAddress): XmlElement {
  const { street, houseNumber, postalCode, city, country } = address;
  return element(role, [
    textElement("Nm", sepaText(name, maxNameLength)),
    element("PstlAdr", [
      textElement("StrtNm", sepaText(street, maxNameLength)),
      textElement("BldgNb", houseNumber === null ? null : sepaText(houseNumber, 16)),
      textElement("PstCd", sepaText(postalCode, 16)),
      textElement("TwnNm", sepaText(city, maxIdLength)),
      textElement("Ctry", country),
    ]),
  ]);
}

function writeAccount(role: string, iban: string): XmlElement {
  return element(role, [element("Id", [textElement("IBAN", compactIban(iban))])]);
}

/** Writes a bank by its BIC. Without one, the IBAN is enough within SEPA. */
function writeBank(role: string, bic: string | null): XmlElement {
  return element(role, [
    element("FinInstnId", [
      bic === null ? element("Othr", [textElement("Id", "NOTPROVIDED")]) : textElement("BICFI", bic),
    ]),
  ]);
}

function amountOf(cents: number): string {
  return `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;
}
