import { dateSchema } from "@praxisportal/contract/validation";
import { SaxesParser } from "saxes";
import { compactIban } from "./iban.ts";

/** Maximum size of a statement. */
export const statementMaxBytes = 5_000_000;

/** A booked amount. */
export type StatementEntry = {
  /** Stable id across imports: the bank's reference, or account, day and position. */
  reference: string;
  /** Positive for money received, negative for money paid, such as a returned direct debit. */
  amountCents: number;
  currency: string;
  /** `YYYY-MM-DD`. */
  bookedOn: string;
  endToEndId: string | null;
  /** Unstructured text and structured reference. */
  text: string;
  /** Name and account of the other side. */
  name: string | null;
  iban: string | null;
  /** Reason of a return, such as `AC04`, or null for any other entry. */
  returnReason: string | null;
};

export type StatementFault = "too_large" | "doctype" | "malformed" | "foreign_account";

/** Thrown for a file that cannot be read. `fault` is the reason. */
export class StatementError extends Error {
  readonly fault: StatementFault;

  constructor(fault: StatementFault) {
    super(`The bank statement is refused: ${fault}`);
    this.fault = fault;
  }
}

/**
 * Reads the booked entries of a camt.053 file of any version. Rejects files above 5 MB, files with a DOCTYPE, other
 * formats, and statements for another account.
 *
 * @param bytes UTF-8.
 * @param ownIban The account of the operator.
 * @throws StatementError
 */
export function readStatement(bytes: Buffer, ownIban: string): StatementEntry[] {
  if (bytes.length > statementMaxBytes) throw new StatementError("too_large");
  const statements = all(parse(bytes), "BkToCstmrStmt", "Stmt");
  if (statements.length === 0) throw new StatementError("malformed");
  return statements.flatMap((statement) => {
    const iban = text(statement, "Acct", "Id", "IBAN");
    if (iban === null || compactIban(iban) !== compactIban(ownIban)) {
      throw new StatementError("foreign_account");
    }
    const id = text(statement, "Id") ?? "";
    return all(statement, "Ntry")
      .filter(isBooked)
      .flatMap((entry, index) => readEntry(entry, `${id}/${index + 1}`));
  });
}

/** Maximum length of a reference: the 35 characters of the standard, and a prefix for the position in a statement. */
const maxReferenceLength = 100;

/** Returns whether an entry is booked. The status is text in version 2, and contains a code from version 8 on. */
function isBooked(entry: Node): boolean {
  return (text(entry, "Sts", "Cd") ?? text(entry, "Sts")) === "BOOK";
}

/** Returns one entry per transaction, because a bank may book several at once. */
function readEntry(entry: Node, position: string): StatementEntry[] {
  const bookedOn = (text(entry, "BookgDt", "Dt") ?? text(entry, "BookgDt", "DtTm") ?? "").slice(0, 10);
  const bankReference = withoutPlaceholder(text(entry, "AcctSvcrRef")) ?? position;
  if (bankReference.length > maxReferenceLength || !dateSchema.safeParse(bookedOn).success)
    throw new StatementError("malformed");
  const transactions = all(entry, "NtryDtls", "TxDtls");
  const details = transactions.length === 0 ? [entry] : transactions;
  return details.map((detail, index): StatementEntry => {
    const amount = details.length === 1 ? find(entry, "Amt") : amountOf(detail);
    if (amount === undefined) throw new StatementError("malformed");
    const direction = text(detail, "CdtDbtInd") ?? text(entry, "CdtDbtInd");
    const isCredit = direction === "CRDT";
    if (!isCredit && direction !== "DBIT") throw new StatementError("malformed");
    const otherRole = isCredit ? "Dbtr" : "Cdtr";
    return {
      reference: details.length === 1 ? bankReference : `${bankReference}/${index + 1}`,
      amountCents: centsOf(amount.text) * (isCredit ? 1 : -1),
      currency: amount.attributes["Ccy"] ?? "",
      bookedOn,
      endToEndId: withoutPlaceholder(text(detail, "Refs", "EndToEndId")),
      text: remittanceOf(detail),
      name: text(detail, "RltdPties", otherRole, "Nm") ?? text(detail, "RltdPties", otherRole, "Pty", "Nm"),
      iban: text(detail, "RltdPties", `${otherRole}Acct`, "Id", "IBAN"),
      returnReason: text(detail, "RtrInf", "Rsn", "Cd") ?? text(detail, "RtrInf", "Rsn", "Prtry"),
    };
  });
}

function amountOf(detail: Node): Node | undefined {
  return find(detail, "Amt") ?? find(detail, "AmtDtls", "TxAmt", "Amt");
}

function remittanceOf(detail: Node): string {
  const unstructured = all(detail, "RmtInf", "Ustrd").map((node) => node.text.trim());
  const references = all(detail, "RmtInf", "Strd", "CdtrRefInf", "Ref").map((node) => node.text.trim());
  return [...references, ...unstructured].filter((part) => part !== "").join(" ");
}

/**
 * Returns null for NOTPROVIDED, which banks write if the payer gave no id, and for NONREF, if there is no reference.
 */
function withoutPlaceholder(id: string | null): string | null {
  return id === "NOTPROVIDED" || id === "NONREF" ? null : id;
}

/** Returns whole cents. Amounts of a statement have at most two decimals that are not zero. */
function centsOf(amount: string): number {
  const [, units, decimals = ""] = /^(\d{1,13})(?:\.(\d{1,2})0*)?$/.exec(amount.trim()) ?? [];
  if (units === undefined) throw new StatementError("malformed");
  return Number(units) * 100 + Number(decimals.padEnd(2, "0"));
}

/** Element by its local name, because banks use different namespaces and prefixes. */
type Node = { name: string; attributes: Record<string, string>; text: string; children: Node[] };

const maxDepth = 50;

function parse(bytes: Buffer): Node {
  const root: Node = { name: "", attributes: {}, text: "", children: [] };
  const path = [root];
  const parser = new SaxesParser({ xmlns: true });
  const refuse = (fault: StatementFault) => {
    throw new StatementError(fault);
  };
  parser.on("doctype", () => refuse("doctype"));
  parser.on("error", () => refuse("malformed"));
  parser.on("opentag", ({ local, attributes }) => {
    const values = Object.values(attributes).map((attribute) => [attribute.local, attribute.value]);
    const node: Node = { name: local, attributes: Object.fromEntries(values), text: "", children: [] };
    if (path.length > maxDepth) refuse("malformed");
    path.at(-1)?.children.push(node);
    path.push(node);
  });
  parser.on("closetag", () => path.pop());
  const addText = (part: string) => {
    const node = path.at(-1);
    if (node !== undefined) node.text += part;
  };
  parser.on("text", addText);
  parser.on("cdata", addText);
  parser.write(decode(bytes)).close();
  return root.children[0] ?? root;
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new StatementError("malformed");
  }
}

function all(node: Node, ...path: readonly string[]): Node[] {
  return path.reduce<Node[]>(
    (nodes, name) => nodes.flatMap(({ children }) => children.filter((child) => child.name === name)),
    [node],
  );
}

function find(node: Node, ...path: readonly string[]): Node | undefined {
  return all(node, ...path)[0];
}

function text(node: Node, ...path: readonly string[]): string | null {
  const value = find(node, ...path)?.text.trim();
  return value === undefined || value === "" ? null : value;
}
