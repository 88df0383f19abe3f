import type { AiKnownNames } from "@praxisportal/contract/ai-templates/ai-templates.schema";
import type { Finding } from "@praxisportal/contract/ai/redaction/kinds";

/**
 * Loads the recognizer and its word lists on demand, because they are first needed when the user enters text. `names`
 * are the names in the organization's directory.
 */
export async function loadRecognizer(names: AiKnownNames): Promise<(text: string) => Finding[]> {
  const [{ findSensitive }, { knownPeople }] = await Promise.all([
    import("@praxisportal/contract/ai/redaction/find-sensitive"),
    import("@praxisportal/contract/ai/redaction/known-people"),
  ]);
  const people = knownPeople(names);
  return (text) => findSensitive(text, people);
}
