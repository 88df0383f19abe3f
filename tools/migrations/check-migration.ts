import { parse } from "libpg-query";

/** Migrations written before the portal could migrate while another version runs. They are released and exempt. */
export const exemptMigrations = 26;

/**
 * Tables that grow with the number of providers, organizations or months, not with users or use; changing all rows
 * takes no time.
 */
const smallTables: ReadonlySet<string> = new Set([
  "migration",
  "organization",
  "ai_provider",
  "ai_model",
  "ai_price",
  "ai_policy",
  "ai_platform_balance",
]);

/** Objects that the statements of the portal name; indexes, constraints and triggers may be renamed. */
const renamedKinds: ReadonlySet<string> = new Set([
  "OBJECT_TABLE",
  "OBJECT_COLUMN",
  "OBJECT_VIEW",
  "OBJECT_FUNCTION",
]);

/**
 * The only migration that renames objects that the code uses, before the first numbered release; see
 * `docs/decisions/044`.
 */
export const renamingMigration = "0030-rename-to-glossary.sql";

/** First line of a file whose only statement builds or drops an index concurrently. */
const withoutTransaction = "-- transaction: none";

const maxLockTimeoutMs = 5_000;

/** A node of the parse tree: its type and its fields. */
type Node = Readonly<Record<string, unknown>>;

/**
 * Returns why a migration must not run while another version of the portal is in use; see `docs/decisions`. An empty
 * list means that it may.
 */
export async function migrationFaults(text: string): Promise<string[]> {
  const { stmts = [] } = (await parse(text)) as { stmts?: { stmt: Node }[] };
  const statements = stmts.map(({ stmt }) => {
    const [[type, node] = ["", {}]] = Object.entries(stmt);
    return { type, node: node as Node };
  });
  if (text.startsWith(withoutTransaction)) {
    const [only, ...others] = statements;
    return only !== undefined && others.length === 0 && isConcurrent(only.type, only.node)
      ? []
      : [
          `after "${withoutTransaction}" only one "create index concurrently if not exists" or "drop index concurrently if exists" may follow`,
        ];
  }
  const isNew = newTables(statements);
  return [
    ...lockTimeoutFaults(statements[0]),
    ...statements.flatMap(({ type, node }) =>
      isNew.has(tableOf(node)) ? [] : (rules[type]?.(node, tableOf(node)) ?? []),
    ),
  ];
}

/** Faults of each kind of statement on a table that other statements may be using. */
const rules: Readonly<Record<string, (node: Node, table: string) => string[]>> = {
  IndexStmt: (node, table) => [
    `builds an index on ${table} while its writers wait; build ${String(node["idxname"])} concurrently in a separate file`,
  ],
  ReindexStmt: () => ["reindexes while writers wait"],
  ClusterStmt: (_node, table) => [`rewrites ${table}`],
  VacuumStmt: (node, table) => (hasOption(node, "full") ? [`rewrites ${table}`] : []),
  UpdateStmt: (node, table) => wholeTable(node, table, "updates"),
  DeleteStmt: (node, table) => wholeTable(node, table, "deletes"),
  RenameStmt: (node, table) =>
    renamedKinds.has(String(node["renameType"]))
      ? [`renames a part of ${table || "the schema"} that another version uses`]
      : [],
  AlterTableStmt: (node, table) =>
    smallTables.has(table)
      ? []
      : commandsOf(node).flatMap((command) => alterationFaults(command, table, commandsOf(node))),
};

function alterationFaults(command: Node, table: string, commands: readonly Node[]): string[] {
  const definition = partOf(command["def"]);
  const constraints = ((definition["constraints"] as Node[] | undefined) ?? []).map((node) => partOf(node));
  switch (command["subtype"]) {
    case "AT_AlterColumnType":
    case "AT_SetLogged":
    case "AT_SetUnLogged":
    case "AT_SetAccessMethod":
    case "AT_SetTableSpace":
      return [`rewrites ${table}`];
    case "AT_AddColumn":
      return constraints.some((constraint) => isComputed(constraint))
        ? [`rewrites ${table}: the new column ${String(definition["colname"])} has no constant value`]
        : constraints.some((constraint) => buildsIndex(constraint))
          ? [`builds an index on ${table} while its writers wait`]
          : [];
    case "AT_AddConstraint":
      if (buildsIndex(definition)) return [`builds an index on ${table} while its writers wait`];
      return definition["skip_validation"] === true || definition["indexname"] !== undefined
        ? []
        : [
            `reads all of ${table} while its writers wait; add the constraint "not valid" and validate it later`,
          ];
    case "AT_SetNotNull":
      // Without a validated constraint with the same condition, the database reads the whole table.
      return commands.some((otherCommand) => otherCommand["subtype"] === "AT_ValidateConstraint")
        ? []
        : [`reads all of ${table} while its writers wait; validate a check constraint before "not null"`];
    default:
      return [];
  }
}

function lockTimeoutFaults(first: { type: string; node: Node } | undefined): string[] {
  const [argument] = (first?.node["args"] as Node[] | undefined) ?? [];
  const setting = partOf(partOf(argument)["sval"])["sval"] ?? partOf(argument)["sval"];
  const value = typeof setting === "string" ? setting : String(partOf(setting)["sval"]);
  const [, amount = "", unit] = /^(\d+)(ms|s)$/.exec(value) ?? [];
  const timeoutMs = Number(amount) * (unit === "s" ? 1_000 : 1);
  const isSet =
    first?.type === "VariableSetStmt" &&
    first.node["name"] === "lock_timeout" &&
    first.node["is_local"] === true &&
    timeoutMs > 0 &&
    timeoutMs <= maxLockTimeoutMs;
  return isSet ? [] : ["does not begin with \"set local lock_timeout = '2s';\" (at most 5 s)"];
}

function wholeTable(node: Node, table: string, verb: string): string[] {
  return node["whereClause"] === undefined && !smallTables.has(table)
    ? [`${verb} every row of ${table} in one transaction; do it in batches in a job`]
    : [];
}

/**
 * Returns whether a column's values are volatile or generated. These are written into every row, but constants and
 * `now()` are stored once.
 */
function isComputed(constraint: Node): boolean {
  if (constraint["contype"] === "CONSTR_IDENTITY" || constraint["contype"] === "CONSTR_GENERATED")
    return true;
  if (constraint["contype"] !== "CONSTR_DEFAULT") return false;
  const text = JSON.stringify(constraint["raw_expr"]);
  return text.includes('"FuncCall"') && !text.includes('"sval":"now"');
}

function buildsIndex({ contype, indexname }: Node): boolean {
  return (
    ["CONSTR_UNIQUE", "CONSTR_PRIMARY", "CONSTR_EXCLUSION"].includes(String(contype)) &&
    indexname === undefined
  );
}

function isConcurrent(type: string, node: Node): boolean {
  if (node["concurrent"] !== true) return false;
  return (
    (type === "IndexStmt" && node["if_not_exists"] === true) ||
    (type === "DropStmt" && node["missing_ok"] === true)
  );
}

function newTables(statements: readonly { type: string; node: Node }[]): ReadonlySet<string> {
  return new Set(statements.filter(({ type }) => type === "CreateStmt").map(({ node }) => tableOf(node)));
}

function tableOf(node: Node): string {
  const [relation] = (node["rels"] as Node[] | undefined) ?? [];
  const { relname } = partOf(node["relation"] ?? partOf(relation)["relation"]);
  return typeof relname === "string" ? relname : "";
}

function hasOption(node: Node, name: string): boolean {
  const options = (node["options"] as Node[] | undefined) ?? [];
  return options.some((option) => partOf(option)["defname"] === name);
}

function commandsOf(node: Node): Node[] {
  return ((node["cmds"] as Node[] | undefined) ?? []).map((command) => partOf(command));
}

/** Returns the fields of a node, without the wrapper that names its type. */
function partOf(value: unknown): Node {
  if (typeof value !== "object" || value === null) return {};
  const [[key, inner] = ["", undefined], ...others] = Object.entries(value);
  const isWrapper = others.length === 0 && /^[A-Z]/.test(key) && typeof inner === "object" && inner !== null;
  return (isWrapper ? inner : value) as Node;
}
