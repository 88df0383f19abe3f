import { operatorIban } from "./operator-account.ts";

/** Entry of a bank statement. */
export type TestEntry = {
  reference: string;
  /** Negative for money paid. */
  amountCents: number;
  currency?: string;
  text?: string;
  endToEndId?: string;
  returnReason?: string;
  bookedOn?: string;
};

function entryXml(entry: TestEntry): string {
  const { reference, amountCents, currency = "EUR", text = "", endToEndId = "NOTPROVIDED", bookedOn } = entry;
  const reason =
    entry.returnReason === undefined ? "" : `<RtrInf><Rsn><Cd>${entry.returnReason}</Cd></Rsn></RtrInf>`;
  return `<Ntry>
    <Amt Ccy="${currency}">${(Math.abs(amountCents) / 100).toFixed(2)}</Amt>
    <CdtDbtInd>${amountCents < 0 ? "DBIT" : "CRDT"}</CdtDbtInd>
    <Sts><Cd>BOOK</Cd></Sts>
    <BookgDt><Dt>${bookedOn ?? "2026-11-20"}</Dt></BookgDt>
    <AcctSvcrRef>${reference}</AcctSvcrRef>
    <NtryDtls><TxDtls>
      <Refs><EndToEndId>${endToEndId}</EndToEndId></Refs>
      <RltdPties><Dbtr><Pty><Nm>Praxis Probe</Nm></Pty></Dbtr></RltdPties>
      <RmtInf><Ustrd>${text}</Ustrd></RmtInf>${reason}
    </TxDtls></NtryDtls>
  </Ntry>`;
}

/** Returns a camt.053 statement of the operator's account. */
export function statementOf(entries: readonly TestEntry[], iban = operatorIban): Buffer {
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">
  <BkToCstmrStmt><GrpHdr><MsgId>M1</MsgId></GrpHdr>
    <Stmt><Id>STMT-1</Id><Acct><Id><IBAN>${iban}</IBAN></Id></Acct>${entries.map(entryXml).join("")}</Stmt>
  </BkToCstmrStmt>
</Document>`);
}
