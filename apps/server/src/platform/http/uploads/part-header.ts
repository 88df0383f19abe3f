/** Headers of a part of a form. */
export type PartHeader = {
  name: string;
  /** Whether the part is a file, which it is if it has a file name. The name itself is not used. */
  isFile: boolean;
  /** Media type in lower case with its parameters, empty if there is none. */
  mediaType: string;
};

const headerPattern = /^([!#$%&'*+.^_`|~\w-]{1,64}):[ \t]*(.*?)[ \t]*$/;
const parameterPattern = /;[ \t]*([\w*-]{1,32})=(?:"((?:[^"\\]|\\.)*)"|([^\s";]+))[ \t]*/y;
/** Encodings that leave the bytes unchanged. The others are for mails. */
const plainEncodings = ["binary", "8bit", "7bit"];

/** Parses the header lines of a part, without the empty line after them. Returns undefined if they are invalid. */
export function readPartHeader(text: string): PartHeader | undefined {
  const headers = new Map<string, string>();
  for (const line of text.split("\r\n")) {
    const [, name, value] = headerPattern.exec(line) ?? [];
    if (name === undefined || value === undefined || /[\0\r\n]/.test(value)) return undefined;
    if (headers.has(name.toLowerCase())) return undefined;
    headers.set(name.toLowerCase(), value);
  }
  const encoding = headers.get("content-transfer-encoding");
  if (encoding !== undefined && !plainEncodings.includes(encoding.toLowerCase())) return undefined;
  const parameters = parametersOf(headers.get("content-disposition") ?? "");
  const name = parameters?.get("name");
  if (parameters === undefined || name === undefined) return undefined;
  return {
    name,
    isFile: parameters.has("filename") || parameters.has("filename*"),
    mediaType: headers.get("content-type")?.toLowerCase() ?? "",
  };
}

function parametersOf(disposition: string): ReadonlyMap<string, string> | undefined {
  const kind = /^form-data[ \t]*/i.exec(disposition)?.[0];
  if (kind === undefined) return undefined;
  const parameters = new Map<string, string>();
  parameterPattern.lastIndex = kind.length;
  for (let at = kind.length; at < disposition.length; at = parameterPattern.lastIndex) {
    const [, name, quoted, plain] = parameterPattern.exec(disposition) ?? [];
    if (name === undefined || parameters.has(name.toLowerCase())) return undefined;
    parameters.set(name.toLowerCase(), plain ?? (quoted ?? "").replaceAll(/\\(.)/g, "$1"));
  }
  return parameters;
}
