import { expect } from "@playwright/test";
import { respondWith, userList } from "../responses.ts";
import { waitUntilQueueLoaded } from "../test.ts";
import type { Screen } from "./screen.ts";

/** Screens of the layout: notifications, offline, and failed pages. */
export const shellScreens: readonly Screen[] = [
  {
    name: "notifications",
    route: "/dashboard",
    path: "/dashboard",
    title: "Übersicht",
    viewer: "org_admin",
    prepare: async (page) => {
      await page.evaluate(() => {
        const entry = (type: string, ageMs: number, extraFields: object) => ({
          id: type,
          type,
          createdAt: Date.now() - ageMs,
          dismissible: true,
          read: false,
          ...extraFields,
        });
        const list = [
          entry("success", 60_000, {
            title: "Einladung angenommen",
            message: "Mia Muster-Probe arbeitet jetzt mit.",
          }),
          entry("error", 3_600_000, { message: "Die Sicherung der vergangenen Nacht ist fehlgeschlagen." }),
          entry("warning", 7_200_000, {
            title: "Wartungsankündigung",
            message: "Heute um 20 Uhr.",
            dismissible: false,
          }),
          entry("info", 259_200_000, { message: "Eine neue Fassung ist da.", read: true }),
        ];
        localStorage.setItem("notifications", JSON.stringify(list));
      });
      await page.reload();
      await page.getByRole("button", { name: "Benachrichtigungen, 3 ungelesen" }).click();
      await expect(page.getByRole("region", { name: "Letzte 24 Stunden" })).toBeVisible();
    },
  },
  {
    name: "notifications, none",
    route: "/dashboard",
    path: "/dashboard",
    title: "Übersicht",
    viewer: "org_admin",
    prepare: async (page) => {
      await page.getByRole("button", { name: "Benachrichtigungen", exact: true }).click();
      await expect(page.getByText("Keine Benachrichtigungen")).toBeVisible();
    },
  },
  {
    name: "a toast that stays",
    route: "/dashboard",
    path: "/dashboard",
    title: "Übersicht",
    viewer: "org_admin",
    before: async (page) => {
      await page.route("**/assets/command-dialog-*.js*", (route) => route.fulfill({ status: 404, body: "" }));
    },
    prepare: async (page) => {
      await page.keyboard.press("Control+k");
      await expect(page.getByText("Die Suche konnte nicht geöffnet werden")).toBeVisible();
    },
  },
  {
    name: "offline, changes waiting",
    route: "/settings",
    path: "/settings",
    title: "Einstellungen",
    viewer: "org_admin",
    before: (page) => page.routeWebSocket(/\/ws\?/, (socket) => socket.close()),
    prepare: async (page) => {
      const isDark = await page.evaluate(() => document.documentElement.classList.contains("dark"));
      await waitUntilQueueLoaded(page);
      await page.context().setOffline(true);
      await expect(page.getByText("Offline-Modus")).toBeVisible();
      // Two changes restore the original state of the screen.
      for (const name of isDark ? ["Hell", "Dunkel"] : ["Dunkel", "Hell"])
        await page.getByRole("radio", { name }).check();
      await expect(page.getByText("2 ausstehend")).toBeVisible();
    },
  },
  {
    name: "a page that failed",
    route: "/users",
    path: "/users",
    title: "Ein unerwarteter Fehler ist aufgetreten",
    viewer: "org_admin",
    before: respondWith(userList, { data: [null], pagination: { page: 1, limit: 20, total: 1, pages: 1 } }),
  },
];
