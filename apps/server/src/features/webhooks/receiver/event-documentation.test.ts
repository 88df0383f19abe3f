import { createConfig, lintFromString } from "@redocly/openapi-core";
import { domainEvents } from "@praxisportal/contract/events/domain-events";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type TestApp } from "../../../../test/test-app.ts";
import { receiverSnippets } from "./receiver-snippets.ts";

type Operation = {
  requestBody: {
    content: {
      "application/json": {
        schema: {
          properties: { type: { const: string }; data: { properties: Record<string, { format?: string }> } };
        };
        example: object;
      };
    };
  };
};
type Document = { openapi: string; webhooks: { [type: string]: { post: Operation } } };

let portal: TestApp;
let page = "";
let text = "";
beforeAll(async () => {
  portal = await createTestApp();
  page = await (await fetch(`${portal.baseUrl}/api/docs`)).text();
  text = await (await fetch(`${portal.baseUrl}/api/openapi.json`)).text();
});
afterAll(() => portal.stop());

const publicTypes = Object.values(domainEvents)
  .filter(({ isPublic }) => isPublic)
  .map(({ name }) => name)
  .toSorted();

describe("the event catalogue", () => {
  it("R0-145 is shown at /api/docs with an example of each public type and the verification in three languages", () => {
    const section = page.slice(page.indexOf('<section id="events">'));
    const documentedTypes = [...section.matchAll(/<summary><span class="path">([\w.]+)<\/span>/g)].map(
      ([, type]) => type,
    );
    expect(documentedTypes).toEqual(publicTypes);
    expect(publicTypes.length).toBeGreaterThan(40);
    expect(section).toContain("&quot;type&quot;: &quot;member.added&quot;");
    const languages = [...section.matchAll(/<h3>([\w.]+)<\/h3><pre[^>]*><code>([^<]+)</g)];
    expect(languages.map(([, language]) => language)).toEqual(["Node.js", "PHP", "Python"]);
    const entities = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'", "&amp;": "&" } as const;
    const unescaped = (code: string) =>
      code.replaceAll(/&(?:lt|gt|quot|#39|amp);/g, (entity) => entities[entity as keyof typeof entities]);
    expect(languages.map(([, , code = ""]) => unescaped(code).trim())).toEqual(
      receiverSnippets.map(({ code }) => code.trim()),
    );
  });

  it("see R0-145 R0-113 is in the section webhooks of the OpenAPI document, with a schema that names every field", () => {
    const { openapi, webhooks } = JSON.parse(text) as Document;
    expect(openapi).toMatch(/^3\.1\./);
    expect(Object.keys(webhooks)).toEqual(publicTypes);
    for (const { post } of Object.values(webhooks)) {
      const { schema, example } = post.requestBody.content["application/json"];
      expect(Object.keys(schema.properties)).toEqual(Object.keys(example));
      const { type, data } = schema.properties;
      const ids = Object.values(data.properties).map(({ format }) => format);
      expect([type.const, ids]).toEqual([type.const, ids.map(() => "uuid")]);
    }
    expect(webhooks["member.added"]?.post.requestBody.content["application/json"]).toMatchObject({
      schema: {
        properties: {
          type: { const: "member.added" },
          data: { properties: { userId: { type: "string", format: "uuid" } }, required: ["userId"] },
        },
      },
      example: { type: "member.added", data: { userId: expect.any(String) } },
    });
  });

  it("leaves the OpenAPI document valid", async () => {
    const config = await createConfig({ extends: ["spec"] });
    const findings = await lintFromString({ source: text, config });
    expect(findings.map(({ message }) => message)).toEqual([]);
  });
});
