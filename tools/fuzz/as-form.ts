import { formBytes, boundary, wavOf } from "../../apps/server/test/upload.ts";

export const formType = `multipart/form-data; boundary=${boundary}`;

/**
 * Converts a JSON object into a multipart form with a recording as its file, so that cases reach calls that take a
 * form. Returns undefined when the body is not an object or a field is nested too deeply to be written as text; such a
 * body is sent unchanged.
 */
export function asForm(body: string, fileField: string): Buffer | undefined {
  const value = attempt(() => JSON.parse(body) as unknown);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const fields = Object.entries(value).map(([name, field]) => ({
    name: name.replaceAll(/["\\\r\n\0]/g, "_"),
    content: typeof field === "string" ? field : attempt(() => JSON.stringify(field)),
  }));
  if (!fields.every(hasContent)) return undefined;
  return formBytes([
    ...fields,
    { name: fileField, fileName: "probe.wav", type: "audio/wav", content: wavOf(400) },
  ]);
}

function hasContent(field: {
  name: string;
  content: string | undefined;
}): field is { name: string; content: string } {
  return field.content !== undefined;
}

function attempt<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}
