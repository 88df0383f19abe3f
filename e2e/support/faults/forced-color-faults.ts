import type { Page } from "@playwright/test";

/**
 * Returns faults of the page in forced colors: a choice that looks like its unselected neighbors, a disabled
 * control without the color of disabled text, a checkbox that looks the same in both states, a meter without a
 * bar, and text or an icon on a background of the same color. Leaves the page in forced colors.
 */
export async function forcedColorFaults(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: "active" });
  return page.evaluate(() => {
    const faults: string[] = [];
    const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    if (context === null) throw new Error("the browser cannot draw a canvas");

    const luminanceOf = (color: string): { alpha: number; luminance: number } => {
      context.clearRect(0, 0, 1, 1);
      context.fillStyle = color;
      context.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data;
      const [r = 0, g = 0, b = 0] = [red, green, blue].map((part) => {
        const share = part / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return { alpha, luminance: 0.2126 * r + 0.7152 * g + 0.0722 * b };
    };
    const measuredColors = new Map<string, { alpha: number; luminance: number }>();
    const measure = (color: string) => {
      const known = measuredColors.get(color) ?? luminanceOf(color);
      measuredColors.set(color, known);
      return known;
    };
    const contrast = (first: string, second: string) => {
      const [darker = 0, lighter = 0] = [measure(first).luminance, measure(second).luminance].toSorted(
        (a, b) => a - b,
      );
      return (lighter + 0.05) / (darker + 0.05);
    };
    const system = (name: string) => {
      const probe = document.createElement("span");
      probe.style.color = name;
      document.body.append(probe);
      const { color } = getComputedStyle(probe);
      probe.remove();
      return color;
    };
    const [canvas, grayText] = [system("Canvas"), system("GrayText")];
    const backgroundOf = (element: Element): string => {
      for (let box: Element | null = element; box !== null; box = box.parentElement) {
        const { backgroundColor } = getComputedStyle(box);
        if (measure(backgroundColor).alpha > 127) return backgroundColor;
      }
      return canvas;
    };
    const nameOf = (element: Element) =>
      `${element.tagName.toLowerCase()} ${element.getAttribute("aria-label") ?? element.textContent?.trim() ?? ""}`.slice(
        0,
        60,
      );
    const isVisible = (element: Element) => {
      const { width, height } = element.getBoundingClientRect();
      const { clipPath } = getComputedStyle(element);
      return (
        element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
        width > 1 &&
        height > 1 &&
        clipPath === "none"
      );
    };
    const visibleElements = (selector: string, root: ParentNode = document) =>
      [...root.querySelectorAll<HTMLElement>(selector)].filter((element) => isVisible(element));

    /** Returns the look of an element, except for its text. */
    const lookOf = (element: Element): string => {
      const marks = visibleElements("svg", element).length;
      const { borderTopStyle, borderBottomStyle, borderLeftStyle, ...style } = getComputedStyle(element);
      const line = (kind: string, width: string, color: string) =>
        kind === "none" || width === "0px" || color === backgroundOf(element) ? "none" : `${width} ${color}`;
      return JSON.stringify([
        marks,
        backgroundOf(element),
        style.color,
        style.appearance,
        style.textDecorationLine,
        line(style.outlineStyle, style.outlineWidth, style.outlineColor),
        line(borderTopStyle, style.borderTopWidth, style.borderTopColor),
        line(borderBottomStyle, style.borderBottomWidth, style.borderBottomColor),
        line(borderLeftStyle, style.borderLeftWidth, style.borderLeftColor),
      ]);
    };

    // Compare the selected entries of a group with the unselected entries.
    const groups =
      "nav, ol, [role=tablist], [role=listbox], [role=menu], [role=radiogroup], [role=group], fieldset";
    const chosen =
      "[aria-current]:not([aria-current=false]), [aria-selected=true], [aria-pressed=true], [role^=menuitem][aria-checked=true]";
    for (const element of visibleElements(chosen)) {
      const states = ["aria-current", "aria-selected", "aria-pressed", "aria-checked"];
      const group = element.closest(groups);
      const peers = group === null ? [] : visibleElements(element.tagName, group);
      const peer = peers.find(
        (other) =>
          !other.matches(chosen) &&
          !other.matches(":disabled, [aria-disabled=true]") &&
          other.getAttribute("role") === element.getAttribute("role") &&
          (element.hasAttribute("aria-current") || states.some((state) => other.hasAttribute(state))),
      );
      if (peer !== undefined && lookOf(peer) === lookOf(element))
        faults.push(`looks unselected: ${nameOf(element)}, like ${nameOf(peer)}`);
    }

    // A box is toggled for the comparison, without an event, so that the page does not notice.
    for (const input of document.querySelectorAll<HTMLInputElement>(
      "input[type=checkbox], input[type=radio]",
    )) {
      const label = input.closest("label");
      const box = isVisible(input) ? input : label;
      if (box === null || !isVisible(box)) continue;
      if (isVisible(input) && getComputedStyle(input).appearance !== "none") continue;
      const look = () =>
        [input, ...(label === null ? [] : [label]), ...(input.parentElement?.children ?? [])]
          .map(lookOf)
          .join();
      const wasChecked = input.checked;
      const group = [...document.querySelectorAll<HTMLInputElement>(`[name="${CSS.escape(input.name)}"]`)];
      const selected =
        input.type === "radio" && input.name !== "" ? group.find(({ checked }) => checked) : undefined;
      input.checked = true;
      const on = look();
      input.checked = false;
      const off = look();
      input.checked = wasChecked;
      if (selected !== undefined) selected.checked = true;
      if (on === off) faults.push(`looks the same on and off: ${nameOf(label ?? input)}`);
    }

    for (const element of visibleElements(":is(button, a, [role]):is(:disabled, [aria-disabled=true])")) {
      const parts = [element, ...visibleElements("*", element)].filter(
        (part) =>
          part.matches("svg") ||
          [...part.childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.trim()),
      );
      if (parts.some((part) => getComputedStyle(part).color !== grayText))
        faults.push(`disabled, but looks enabled: ${nameOf(element)}`);
    }

    for (const meter of visibleElements("[role=progressbar][aria-valuenow], [role=meter], progress, meter")) {
      if (meter.matches("progress, meter") || Number(meter.getAttribute("aria-valuenow")) === 0) continue;
      const ground = backgroundOf(meter);
      const hasBar = visibleElements("*", meter).some(
        (bar) =>
          measure(getComputedStyle(bar).backgroundColor).alpha > 127 &&
          contrast(getComputedStyle(bar).backgroundColor, ground) >= 3,
      );
      if (!hasBar) faults.push(`no bar: ${nameOf(meter)}`);
    }

    for (const element of visibleElements("body *")) {
      const isIcon = element.matches("svg:not([role=img])");
      const containsText = [...element.childNodes].some(
        (node) => node.nodeType === 3 && node.nodeValue?.trim(),
      );
      if (!isIcon && (!containsText || element.closest("svg") !== null)) continue;
      const { color } = getComputedStyle(element);
      if (color !== grayText && contrast(color, backgroundOf(element)) < 3)
        faults.push(`invisible: ${nameOf(element)} in ${nameOf(element.parentElement ?? element)}`);
    }
    return [...new Set(faults)];
  });
}

/**
 * Returns the controls that show no outline when they are focused in forced colors. Call it after a key was pressed,
 * because only then a control focused by a script shows its focus.
 */
export async function forcedFocusFaults(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: "active" });
  return page.evaluate(() => {
    const faults: string[] = [];
    const root = [...document.querySelectorAll("[role=dialog], [role=alertdialog]")].at(-1) ?? document;
    const controls = root.querySelectorAll<HTMLElement>(
      ":is(a[href], button, input, select, textarea, summary, [tabindex='0']):not(:disabled, [data-base-ui-focus-guard], [tabindex='-1'])",
    );
    for (const control of controls) {
      if (!control.checkVisibility() || control.closest("[inert], [aria-hidden=true]") !== null) continue;
      control.focus({ preventScroll: true });
      if (document.activeElement !== control) continue;
      const next = control.nextElementSibling;
      const cell = next?.querySelector("[data-active=true]") ?? null;
      const hasCaret = control.matches("[role=dialog] input[role=combobox]");
      const isShown =
        hasCaret ||
        [control, control.parentElement, next, cell, control.closest("label")].some((box) => {
          if (box === null) return false;
          const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(box);
          return (
            outlineStyle !== "none" && Number.parseFloat(outlineWidth) > 0 && !outlineColor.endsWith(", 0)")
          );
        });
      const name = control.getAttribute("aria-label") ?? control.textContent ?? "";
      if (!isShown) faults.push(`no outline: ${control.tagName.toLowerCase()} ${name.trim().slice(0, 60)}`);
    }
    return faults;
  });
}
