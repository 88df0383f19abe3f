// @vitest-environment jsdom
import { cleanup, render } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { wholeWords } from "./whole-words.tsx";

afterEach(cleanup);

it.each([
  ["E-Mail", ["E-Mail"]],
  ["Neue E-Mail-Adresse", ["E-Mail"]],
  ["Nom, nom d’utilisateur, e-mail", ["e-mail"]],
  ["Rechnung RE-2026-000329 und Gutschrift GU-2026-000018", ["RE-2026-000329", "GU-2026-000018"]],
  ["KI-Verbrauch der Praxis-Administration seit 2026-10", []],
])("in %j, %j do not wrap", (text, words) => {
  const { container } = render(wholeWords(text));
  expect(container.textContent).toBe(text);
  expect([...container.querySelectorAll(".whitespace-nowrap")].map((each) => each.textContent)).toEqual(
    words,
  );
});
