import { describe, expect, it } from "vitest";
import { readStatement, StatementError } from "./camt053.ts";

const ownIban = "DE02120300000000202051";
const payerIban = "DE02500105170137075030";

const entry = (changes: { details?: string; sign?: string; amount?: string; status?: string } = {}) => `<Ntry>
  <Amt Ccy="EUR">${changes.amount ?? "123.05"}</Amt>
  <CdtDbtInd>${changes.sign ?? "CRDT"}</CdtDbtInd>
  <Sts>${changes.status ?? "<Cd>BOOK</Cd>"}</Sts>
  <BookgDt><Dt>2026-12-04</Dt></BookgDt>
  <AcctSvcrRef>BANK-1</AcctSvcrRef>
  <NtryDtls>${
    changes.details ??
    `<TxDtls>
    <Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs>
    <RltdPties>
      <Dbtr><Pty><Nm>Praxis &amp; Partner</Nm></Pty></Dbtr>
      <DbtrAcct><Id><IBAN>${payerIban}</IBAN></Id></DbtrAcct>
    </RltdPties>
    <RmtInf><Ustrd>RE-2026-000123</Ustrd><Ustrd>Danke</Ustrd></RmtInf>
  </TxDtls>`
  }</NtryDtls>
</Ntry>`;

const statement = (entries: string, { iban = ownIban, version = "08" } = {}) =>
  `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}">
  <BkToCstmrStmt><GrpHdr><MsgId>M1</MsgId></GrpHdr>
    <Stmt><Id>STMT-7</Id><Acct><Id><IBAN>${iban}</IBAN></Id></Acct>${entries}</Stmt>
  </BkToCstmrStmt>
</Document>`;

const read = (xml: string) => readStatement(Buffer.from(xml, "utf8"), ownIban);

function faultOf(xml: string | Buffer): string {
  try {
    readStatement(Buffer.from(xml), ownIban);
    return "none";
  } catch (error) {
    return error instanceof StatementError ? error.fault : String(error);
  }
}

describe("a bank statement", () => {
  it("yields the booked entries with amount, day, reference, text and payer", () => {
    expect(read(statement(entry()))).toEqual([
      {
        reference: "BANK-1",
        amountCents: 12_305,
        currency: "EUR",
        bookedOn: "2026-12-04",
        endToEndId: null,
        text: "RE-2026-000123 Danke",
        name: "Praxis & Partner",
        iban: payerIban,
        returnReason: null,
      },
    ]);
    expect(read(statement(entry({ status: "<Cd>PDNG</Cd>" })))).toEqual([]);
  });

  it("can have version 2 or a namespace prefix", () => {
    const old = statement(entry({ status: "BOOK" }), { version: "02" });
    expect(read(old)).toHaveLength(1);
    const prefixed = old
      .replaceAll(/<(\/?)(?=[A-Z])/g, "<$1c:")
      .replace("<c:Document xmlns=", "<c:Document xmlns:c=");
    expect(read(prefixed)).toEqual(read(old));
  });

  it("identifies an entry without a reference of the bank by its position", () => {
    const xml = statement(entry() + entry()).replaceAll("BANK-1", "NONREF");
    expect(read(xml).map(({ reference }) => reference)).toEqual(["STMT-7/1", "STMT-7/2"]);
    expect(read(statement(entry().replace("<AcctSvcrRef>BANK-1</AcctSvcrRef>", "")))[0]?.reference).toBe(
      "STMT-7/1",
    );
  });

  it("yields each transaction of a collective booking", () => {
    const part = (amount: string, id: string) =>
      `<TxDtls><Refs><EndToEndId>${id}</EndToEndId></Refs><Amt Ccy="EUR">${amount}</Amt></TxDtls>`;
    const entries = read(
      statement(entry({ details: part("100", "RE-2026-000001") + part("23.05", "RE-2026-000002") })),
    );
    expect(
      entries.map(({ reference, amountCents, endToEndId }) => [reference, amountCents, endToEndId]),
    ).toEqual([
      ["BANK-1/1", 10_000, "RE-2026-000001"],
      ["BANK-1/2", 2305, "RE-2026-000002"],
    ]);
  });

  it("yields a returned direct debit as a negative amount with its reason", () => {
    const details = `<TxDtls><Refs><EndToEndId>RE-2026-000123</EndToEndId></Refs>
      <RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf></TxDtls>`;
    expect(read(statement(entry({ sign: "DBIT", details })))).toMatchObject([
      { amountCents: -12_305, endToEndId: "RE-2026-000123", returnReason: "AC04" },
    ]);
  });

  it("yields the structured reference of a Swiss QR-bill", () => {
    const details = `<TxDtls><RmtInf><Strd><CdtrRefInf><Ref>RF78RE2026000130</Ref></CdtrRefInf></Strd></RmtInf></TxDtls>`;
    expect(read(statement(entry({ details })))[0]?.text).toBe("RF78RE2026000130");
  });

  it("R0-301 is refused if it has a DOCTYPE, exceeds 5 MB, is of another account or is malformed", () => {
    const valid = statement(entry());
    expect(faultOf(valid)).toBe("none");
    expect(faultOf(valid.replace("<Document", '<!DOCTYPE x [<!ENTITY a "b">]><Document'))).toBe("doctype");
    expect(faultOf(valid.padEnd(5_000_000))).toBe("none");
    expect(faultOf(valid.padEnd(5_000_001))).toBe("too_large");
    expect(faultOf(statement(entry(), { iban: payerIban }))).toBe("foreign_account");
    expect(faultOf(valid.replace(`<IBAN>${ownIban}</IBAN>`, ""))).toBe("foreign_account");
    expect(faultOf("<html></html>")).toBe("malformed");
    expect(faultOf("not XML")).toBe("malformed");
    expect(faultOf(valid.replace("Danke", "&unknown;"))).toBe("malformed");
    expect(faultOf(valid.slice(0, -20))).toBe("malformed");
    expect(faultOf(statement(entry({ amount: "1.005" })))).toBe("malformed");
    expect(faultOf(valid.replace("2026-12-04", "2026-02-30"))).toBe("malformed");
    expect(faultOf(valid.replace("BANK-1", "x".repeat(101)))).toBe("malformed");
    expect(faultOf(statement("<a>".repeat(60) + "</a>".repeat(60)))).toBe("malformed");
    expect(faultOf(Buffer.from([0xff, 0xfe, 0x00]))).toBe("malformed");
  });
});
