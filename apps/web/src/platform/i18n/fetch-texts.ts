import type { Language } from "@praxisportal/contract/languages";
import type { Texts } from "./text-files.ts";

/** Returns the function that downloads the build's text files from their folder. */
export function createTextReader(folder: string) {
  return async (name: string, language: Language): Promise<Texts> => {
    const response = await fetch(`${folder}/${name}.${language}.json`);
    if (!response.ok) throw new Error(`${name}.${language}.json: ${response.status}`);
    return (await response.json()) as Texts;
  };
}
