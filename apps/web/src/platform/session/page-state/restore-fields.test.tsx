// @vitest-environment jsdom
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, it } from "vitest";
import { restoreFields } from "./restore-fields.ts";
import { trackTyping, typedFields } from "./typed-fields.ts";

const initial = {
  name: "",
  firstPhone: "110",
  secondPhone: "112",
  note: "",
  language: "de",
  news: false,
  reminders: true,
  contact: "mail",
  password: "",
  code: "",
};

/** A form with every kind of field. It displays its state, which only events can change. */
function Form() {
  const [values, setValues] = useState(initial);
  const set = (changes: Partial<typeof initial>) => setValues({ ...values, ...changes });
  const text = (name: "name" | "firstPhone" | "secondPhone" | "password" | "code") => ({
    value: values[name],
    onChange: ({ target }: { target: HTMLInputElement }) => set({ [name]: target.value }),
  });
  return (
    <form>
      <input aria-label="Name" {...text("name")} />
      <input type="tel" aria-label="Telefon" {...text("firstPhone")} />
      <input type="tel" aria-label="Telefon" {...text("secondPhone")} />
      <textarea
        aria-label="Notiz"
        value={values.note}
        onChange={({ target }) => set({ note: target.value })}
      />
      <select
        aria-label="Sprache"
        value={values.language}
        onChange={({ target }) => set({ language: target.value })}
      >
        <option value="de">Deutsch</option>
        <option value="en">English</option>
      </select>
      {(["news", "reminders"] as const).map((name) => (
        <input
          key={name}
          type="checkbox"
          aria-label={name}
          checked={values[name]}
          onChange={({ target }) => set({ [name]: target.checked })}
        />
      ))}
      {["mail", "phone"].map((way) => (
        <input
          key={way}
          type="radio"
          name="contact"
          aria-label={way}
          value={way}
          checked={values.contact === way}
          onChange={() => set({ contact: way })}
        />
      ))}
      <input type="password" aria-label="Passwort" {...text("password")} />
      <input autoComplete="one-time-code" aria-label="Code" {...text("code")} />
      <output>{JSON.stringify(values)}</output>
    </form>
  );
}

const displayedState = () => JSON.parse(screen.getByRole("status").textContent) as unknown;

let stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops) stop();
  stops = [];
});

it("see R0-249 the typed input of every kind of field is restored, except for secrets", async () => {
  stops = [trackTyping()];
  const previousPage = render(<Form />);
  const type = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  type("Name", "Lia Muster");
  fireEvent.change(screen.getAllByLabelText("Telefon")[1] as HTMLElement, {
    target: { value: "030 5554443" },
  });
  type("Notiz", "Zwei\nZeilen");
  type("Sprache", "en");
  for (const label of ["news", "reminders", "phone"]) fireEvent.click(screen.getByLabelText(label));
  type("Passwort", "Sonnen-Garten-83");
  type("Code", "123456");
  const fields = typedFields();
  expect(JSON.stringify(fields)).not.toMatch(/Sonnen-Garten-83|123456/);
  previousPage.unmount();

  stops.push(restoreFields(fields, location.pathname));
  render(<Form />);
  await waitFor(() =>
    expect(displayedState()).toEqual({
      name: "Lia Muster",
      // This value was not typed. A newer value of the server must not be replaced.
      firstPhone: "110",
      secondPhone: "030 5554443",
      note: "Zwei\nZeilen",
      language: "en",
      news: true,
      reminders: false,
      contact: "phone",
      password: "",
      code: "",
    }),
  );
});
