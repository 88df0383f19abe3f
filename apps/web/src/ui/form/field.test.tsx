// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Checkbox } from "./checkbox.tsx";
import { CodeInput } from "./code-input.tsx";
import { Field } from "./field.tsx";
import { NativeSelect } from "./native-select.tsx";
import { PasswordInput } from "./password-input.tsx";
import { PasswordRules } from "./password-rules.tsx";
import { RadioGroup } from "./radio-group.tsx";
import { SegmentedControl } from "./segmented-control.tsx";
import { Switch } from "./switch.tsx";
import { TextInput } from "./text-input.tsx";

afterEach(cleanup);

describe("Field", () => {
  it("ties label, hint and error to the control", () => {
    const view = (error: string | null) => (
      <Field label="E-Mail-Adresse" hint="Nur dienstlich" error={error} optionalMark="(freiwillig)">
        {(control) => <TextInput {...control} />}
      </Field>
    );
    const { rerender } = render(view(null));
    const input = screen.getByRole("textbox", {
      name: "E-Mail-Adresse (freiwillig)",
      description: "Nur dienstlich",
    });
    expect(input.getAttribute("aria-invalid")).toBeNull();
    rerender(view("Keine gültige Adresse"));
    const invalidField = screen.getByRole("textbox", { description: "Keine gültige Adresse Nur dienstlich" });
    expect(invalidField.getAttribute("aria-invalid")).toBe("true");
  });

  it("works with a native select", () => {
    render(
      <Field label="Rolle">
        {(control) => (
          <NativeSelect {...control} defaultValue="b">
            <option value="a">Nur lesen</option>
            <option value="b">Mitarbeit</option>
          </NativeSelect>
        )}
      </Field>,
    );
    expect(screen.getByRole<HTMLSelectElement>("combobox", { name: "Rolle" }).value).toBe("b");
  });
});

describe("PasswordInput", () => {
  it("R5-33 shows and hides the password with its eye and allows pasting", () => {
    render(
      <PasswordInput
        aria-label="Passwort"
        showLabel="Anzeigen"
        hideLabel="Verbergen"
        defaultValue="geheim"
      />,
    );
    const input = screen.getByLabelText<HTMLInputElement>("Passwort");
    expect(input.type).toBe("password");
    fireEvent.click(screen.getByRole("button", { name: "Anzeigen" }));
    expect(input.type).toBe("text");
    expect(fireEvent.paste(input)).toBe(true);
    fireEvent.click(screen.getByRole("button", { name: "Verbergen" }));
    expect(input.type).toBe("password");
  });

  it("ticks off the rules that are met", () => {
    const rules = [
      { key: "a", label: "mindestens 8 Zeichen", isMet: true },
      { key: "b", label: "eine Ziffer", isMet: false },
    ];
    render(
      <PasswordRules
        label="Anforderungen an das Passwort"
        rules={rules}
        metLabel="erfüllt"
        openLabel="offen"
      />,
    );
    expect(screen.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
      "mindestens 8 Zeichen: erfüllt",
      "eine Ziffer: offen",
    ]);
  });
});

describe("choices", () => {
  it("a checkbox reports its state and can be indeterminate", () => {
    const change = vi.fn();
    render(<Checkbox label="Alle" checked={false} indeterminate onChange={change} />);
    const box = screen.getByRole<HTMLInputElement>("checkbox", { name: "Alle" });
    expect(box.indeterminate).toBe(true);
    fireEvent.click(box);
    expect(change).toHaveBeenCalledWith(true);
  });

  it("a switch is announced as a switch", () => {
    const change = vi.fn();
    render(<Switch label="Bildschirmsperre" checked={false} onChange={change} />);
    fireEvent.click(screen.getByRole("switch", { name: "Bildschirmsperre" }));
    expect(change).toHaveBeenCalledWith(true);
  });

  it("a radio group is described by its error and can then receive the focus", () => {
    const view = (error?: string) => (
      <RadioGroup
        label="Was soll gelten?"
        options={[{ value: "keep", label: "Behalten" }]}
        value={null}
        onChange={vi.fn()}
        error={error}
      />
    );
    const { rerender } = render(view());
    expect(screen.getByRole("radiogroup", { description: "" }).getAttribute("aria-invalid")).toBeNull();
    rerender(view("Bitte wählen Sie"));
    const group = screen.getByRole("radiogroup", {
      name: "Was soll gelten?",
      description: "Bitte wählen Sie",
    });
    expect(group.getAttribute("aria-invalid")).toBe("true");
    group.focus();
    expect(document.activeElement).toBe(group);
  });

  it("a segmented control labels its icons and changes on one click", () => {
    const change = vi.fn();
    const segments = [
      { value: "light", label: "Hell" },
      { value: "dark", label: "Dunkel" },
    ] as const;
    render(
      <SegmentedControl label="Darstellung" iconsOnly segments={segments} value="light" onChange={change} />,
    );
    expect(screen.getByRole<HTMLInputElement>("radio", { name: "Hell" }).checked).toBe(true);
    fireEvent.click(screen.getByRole("radio", { name: "Dunkel" }));
    expect(change).toHaveBeenCalledWith("dark");
  });
});

describe("CodeInput", () => {
  it("accepts at most six digits and completes once", () => {
    const change = vi.fn();
    const complete = vi.fn();
    render(<CodeInput aria-label="Code" value="48210" onChange={change} onComplete={complete} />);
    const input = screen.getByLabelText("Code");
    expect(input.getAttribute("autocomplete")).toBe("one-time-code");
    expect(input.getAttribute("inputmode")).toBe("numeric");
    fireEvent.change(input, { target: { value: "482 103 99" } });
    expect(change).toHaveBeenCalledWith("482103");
    expect(complete).toHaveBeenCalledTimes(1);
    fireEvent.change(input, { target: { value: "4821" } });
    expect(complete).toHaveBeenCalledTimes(1);
  });
});
