import { formBytes, boundary, wavOf } from "../../apps/server/test/upload.ts";

export const formType = `multipart/form-data; boundary=${boundary}`;

/**
 * Converts a JSON object into a multipart form with a recording as its file, so that cases reach calls that take a
 * form. Returns undefined when the body is not an object; such a body is sent unchanged.
 */
export function asForm(body: string, fileField: string): Buffer | undefined {
  const value = parse(body);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const fields = Object.entries(value).map(([name, field]) => ({
    name: name.replaceAll(/["\\\r\n\0]/g, "_"),
    content: typeof field === "string" ? field : JSON.stringify(field),
  }));
  return formBytes([
    ...fields,
    { name: fileField, fileName: "probe.wav", type: "audio/wav", content: wavOf(400) },
  ]);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
