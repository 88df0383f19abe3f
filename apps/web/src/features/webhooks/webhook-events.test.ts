import { readFileSync } from "node:fs";
import { languages } from "@praxisportal/contract/languages";
import { publicEventTypes } from "@praxisportal/contract/webhooks/public-events.rules";
import { expect, it } from "vitest";

type EventTexts = { subjects: Record<string, string>; types: Record<string, Record<string, string>> };

it.each(languages)("names every public event and its subject in %s", (language) => {
  const file = new URL(`./webhook-events.${language}.json`, import.meta.url);
  const { subjects, types } = JSON.parse(readFileSync(file, "utf8")) as EventTexts;
  const unnamed = publicEventTypes.filter((type) => {
    const [subject = "", change = ""] = type.split(".");
    return !subjects[subject] || !types[subject]?.[change];
  });
  expect(unnamed).toEqual([]);
});
