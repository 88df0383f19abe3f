import type { Schema } from "@praxisportal/contract/endpoint";
import {
  type JsonSchema,
  jsonSchemaOf,
  namedJsonSchemaOf,
  type SchemaDirection,
} from "@praxisportal/contract/json-schema";
import { schemasByName } from "@praxisportal/contract/schema-names";
import { exampleOf } from "./openapi-examples.ts";
import type { OpenApiContent } from "./openapi-types.ts";

const definitionsPrefix = "#/$defs/";
const schemasPrefix = "#/components/schemas/";
const examplesPrefix = "#/components/examples/";

/** Collects the named schemas that the calls use, each once, and an example of each body. */
export class Components {
  readonly schemas: { [name: string]: JsonSchema } = {};
  readonly examples: { [name: string]: { value: unknown } } = {};
  /** Text of each component's schema with all references inlined, by name. */
  readonly #inlined = new Map<string, string>();
  /** Name of each example, by its text. */
  readonly #exampleNames = new Map<string, string>();

  /** Returns the JSON Schema of a contract schema. Named schemas in it become components. */
  schemaOf(schema: Schema, io: SchemaDirection): JsonSchema {
    const { schema: root, definitions } = namedJsonSchemaOf(schema, io);
    return this.#take(root, definitions, io);
  }

  /** Returns the JSON Schema of an object whose fields are parameters. The object itself becomes no component. */
  fieldsOf(schema: Schema): JsonSchema {
    const { schema: root, definitions } = namedJsonSchemaOf(schema, "input");
    const reference = root["$ref"];
    if (typeof reference !== "string") return this.#take(root, definitions, "input");
    const { [reference.slice(definitionsPrefix.length)]: own = {}, ...others } = definitions;
    return this.#take(own, others, "input");
  }

  /** Returns the JSON content of a body with its example. */
  bodyOf(schema: Schema, io: SchemaDirection): OpenApiContent[string] {
    const json = this.schemaOf(schema, io);
    const reference = json["$ref"];
    if (typeof reference !== "string") return { schema: json, example: this.exampleOf(json) };
    const name = reference.slice(schemasPrefix.length);
    return { schema: json, examples: { [name]: this.addExample(name, this.exampleOf(json)) } };
  }

  /** Returns an example of a schema with references to the components. `field` is the name of the value. */
  exampleOf(schema: JsonSchema, field = ""): unknown {
    return exampleOf(schema, field, (reference) => this.schemas[reference.slice(schemasPrefix.length)]);
  }

  #take(
    root: JsonSchema,
    definitions: { readonly [name: string]: JsonSchema },
    io: SchemaDirection,
  ): JsonSchema {
    const names = new Map(Object.keys(definitions).map((id) => [id, this.#nameOf(id, io)]));
    for (const [id, definition] of Object.entries(definitions)) {
      const name = names.get(id) ?? id;
      this.schemas[name] ??= simplify(definition, names) as JsonSchema;
    }
    return simplify(root, names) as JsonSchema;
  }

  /** Adds an example and returns its reference. Equal examples are stored once, under the first name. */
  addExample(name: string, value: unknown): { $ref: string } {
    const text = JSON.stringify(value);
    const exampleName = this.#exampleNames.get(text) ?? name;
    this.#exampleNames.set(text, exampleName);
    this.examples[exampleName] ??= { value };
    return { $ref: examplesPrefix + exampleName };
  }

  /**
   * Returns the name of a component. A schema with defaults or conversions differs between requests and responses. Then
   * the direction that comes second gets a suffix.
   */
  #nameOf(id: string, io: SchemaDirection): string {
    const schema = schemasByName.get(id);
    if (schema === undefined) throw new Error(`No schema is called ${id}`);
    const text = JSON.stringify(jsonSchemaOf(schema, io));
    const inlinedText = this.#inlined.get(id) ?? text;
    this.#inlined.set(id, inlinedText);
    return inlinedText === text ? id : `${id}${io === "input" ? "Input" : "Output"}`;
  }
}

/** Returns an example of a contract schema. */
export function exampleValueOf(schema: Schema, io: SchemaDirection): unknown {
  const components = new Components();
  return components.exampleOf(components.schemaOf(schema, io));
}

/**
 * Renames references and removes redundant keywords, which are the bounds of a safe integer, the pattern of a format
 * that JSON Schema defines, and alternatives that include any value.
 */
function simplify(node: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(node)) return node.map((item) => simplify(item, names));
  if (typeof node !== "object" || node === null) return node;
  const { anyOf } = node as { anyOf?: unknown };
  if (Array.isArray(anyOf) && anyOf.some((alternative) => isEmpty(alternative))) return {};
  const entries = Object.entries(node).filter(([key, value]) => !isRedundant(key, value, node));
  return Object.fromEntries(
    entries.map(([key, value]) => {
      if (key !== "$ref" || typeof value !== "string") return [key, simplify(value, names)];
      const id = value.slice(definitionsPrefix.length);
      return [key, schemasPrefix + (names.get(id) ?? id)];
    }),
  );
}

const formatsWithPattern: readonly unknown[] = ["date", "date-time", "time", "uuid"];

function isRedundant(key: string, value: unknown, node: { format?: unknown }): boolean {
  return (
    (key === "minimum" && value === Number.MIN_SAFE_INTEGER) ||
    (key === "maximum" && value === Number.MAX_SAFE_INTEGER) ||
    (key === "pattern" && formatsWithPattern.includes(node.format))
  );
}

function isEmpty(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}
