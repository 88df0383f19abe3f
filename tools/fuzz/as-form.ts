import { formBytes, boundary, wavOf } from "../../apps/server/test/upload.ts";

export const formType = `multipart/form-data; boundary=${boundary}`;

/**
 * The form that says what a JSON object says, with a recording behind it: so the cases of a call that takes a form get
 * into it. undefined for a body that is no object; it is sent as it is.
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
