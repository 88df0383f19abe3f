import { STATUS_CODES } from "node:http";
import type {
  OpenApiContent,
  OpenApiDocument,
  OpenApiOperation,
  OpenApiParameter,
  OpenApiReference,
  OpenApiResponse,
  SharedOperation,
} from "./openapi-types.ts";

/**
 * Moves the parameters and error responses that several calls have in common to the components, and replaces them with
 * references. Values of a single call are not moved.
 */
export function shareComponents(document: OpenApiDocument<OpenApiOperation>): OpenApiDocument {
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  const parameters = findRepeated<OpenApiParameter, Used<OpenApiParameter>>(
    operations.flatMap((operation) => operation.parameters.map((value) => ({ value, operation }))),
    parameterName,
  );
  const usual = usualCodes(operations);
  const responses = findRepeated<OpenApiResponse, Used<OpenApiResponse> & { status: string }>(
    operations.flatMap((operation) =>
      Object.entries(operation.responses)
        .filter(([, { content }]) => content !== undefined)
        .map(([status, value]) => ({ value, operation, status })),
    ),
    ({ value, status }) => responseName(value, status, usual.get(status) ?? []),
  );
  const shared = ({
    parameters: own,
    responses: ownResponses,
    ...rest
  }: OpenApiOperation): SharedOperation => ({
    ...rest,
    parameters: own.map((value) => referenceTo("parameters", parameters, value)),
    responses: Object.fromEntries(
      Object.entries(ownResponses).map(([status, value]) => [
        status,
        referenceTo("responses", responses, value),
      ]),
    ),
  });
  return {
    ...document,
    paths: Object.fromEntries(
      Object.entries(document.paths).map(([path, methods]) => [
        path,
        Object.fromEntries(Object.entries(methods).map(([method, operation]) => [method, shared(operation)])),
      ]),
    ),
    components: {
      ...document.components,
      parameters: componentsOf(parameters),
      responses: componentsOf(responses),
    },
  };
}

/** Replaces every reference with its component, for readers that need the complete document. */
export function withoutReferences(document: OpenApiDocument): OpenApiDocument<OpenApiOperation> {
  const resolved = new Map<string, unknown>();
  const resolve = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(resolve);
    if (typeof node !== "object" || node === null) return node;
    const { $ref: reference, ...rest } = node as { $ref?: unknown };
    if (typeof reference !== "string") {
      return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, resolve(value)]));
    }
    if (!resolved.has(reference)) resolved.set(reference, resolve(componentAt(document, reference)));
    const target = resolved.get(reference) as object;
    return Object.keys(rest).length === 0 ? target : { ...target, ...(resolve(rest) as object) };
  };
  return resolve(document) as OpenApiDocument<OpenApiOperation>;
}

function componentAt(document: OpenApiDocument, reference: string): unknown {
  let node: unknown = document;
  for (const key of reference.split("/").slice(1)) {
    node = (node as { [key: string]: unknown } | undefined)?.[key];
  }
  if (node === undefined) throw new Error(`Nothing is at ${reference}`);
  return node;
}

type Used<Value> = { value: Value; operation: OpenApiOperation };
type Named<Value> = ReadonlyMap<string, { name: string; value: Value }>;

/** Returns the values that occur more than once with their names, by text. */
function findRepeated<Value, Use extends Used<Value>>(
  uses: readonly Use[],
  nameOf: (use: Use) => string,
): Named<Value> {
  const sharedValues = new Map<string, { name: string; value: Value }>();
  const takenNames = new Set<string>();
  for (const [text, group] of Map.groupBy(uses, ({ value }) => JSON.stringify(value))) {
    const [first] = group;
    if (first === undefined || group.length === 1) continue;
    const plain = nameOf(first);
    const name = [
      plain,
      plain + pascal(first.operation.tags[0] ?? ""),
      plain + pascal(first.operation.operationId),
    ].find((candidate) => !takenNames.has(candidate));
    if (name === undefined) throw new Error(`Two components are called ${plain}`);
    takenNames.add(name);
    sharedValues.set(text, { name, value: first.value });
  }
  return sharedValues;
}

function referenceTo<Value>(section: string, named: Named<Value>, value: Value): Value | OpenApiReference {
  const shared = named.get(JSON.stringify(value));
  return shared === undefined ? value : { $ref: `#/components/${section}/${shared.name}` };
}

function componentsOf<Value>(named: Named<Value>): { [name: string]: Value } {
  return Object.fromEntries([...named.values()].map(({ name, value }) => [name, value]));
}

function parameterName({ value }: Used<OpenApiParameter>): string {
  return pascal(value.in) + pascal(value.name);
}

function errorsOf(operation: OpenApiOperation): [string, OpenApiResponse][] {
  return Object.entries(operation.responses).filter(([status]) => Number(status) >= 400);
}

/** Returns the most frequent codes of each status. */
function usualCodes(operations: readonly OpenApiOperation[]): ReadonlyMap<string, readonly string[]> {
  const byStatus = Map.groupBy(operations.flatMap(errorsOf), ([status]) => status);
  return new Map(
    [...byStatus].map(([status, ownResponses]) => {
      const groups = [...Map.groupBy(ownResponses, ([, { description }]) => description)];
      const [usual] = groups.toSorted(([, a], [, b]) => b.length - a.length);
      return [status, usual?.[0].split(", ") ?? []];
    }),
  );
}

/**
 * Names a response after its codes. The most common combination of codes of a status is named after the status, so that
 * `ForbiddenOrStepUpRequired` is that combination plus one code.
 */
function responseName(
  { description, content }: OpenApiResponse,
  status: string,
  usual: readonly string[],
): string {
  if (Number(status) < 400) return successName(content);
  const codes = description.split(", ");
  const prefix = content?.["application/json"] === undefined ? "" : "Openai";
  const isUsual = usual.length > 2 && usual.every((code) => codes.includes(code));
  const names = isUsual
    ? [pascal(STATUS_CODES[status] ?? status), ...codes.filter((code) => !usual.includes(code)).map(pascal)]
    : codes.map(pascal);
  return prefix + names.join("Or");
}

/** Names a response after its schema. */
function successName(content: OpenApiContent = {}): string {
  const reference = content["application/json"]?.schema["$ref"];
  if (typeof reference === "string") return reference.slice(reference.lastIndexOf("/") + 1);
  if (content["text/csv"] !== undefined) return "File";
  return content["text/event-stream"] === undefined ? "Answer" : "Stream";
}

/** Converts `IDEMPOTENCY_KEY` and `Idempotency-Key` to `IdempotencyKey`, and `userId` to `UserId`. */
function pascal(text: string): string {
  const words = text === text.toUpperCase() ? text.toLowerCase() : text;
  return words.replace(/(?:^|[ ._-])(\w)/g, (_whole, letter: string) => letter.toUpperCase());
}
