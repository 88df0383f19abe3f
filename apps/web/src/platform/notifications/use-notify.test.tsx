// @vitest-environment jsdom
import { renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { emptySession, sessionStore } from "../session/session.store.ts";
import { notificationStore } from "./notifications.store.ts";
import { useNotify } from "./use-notify.ts";

function setUser(id: string | null): void {
  sessionStore.setState({ user: id === null ? null : ({ id } as never) });
}

const messages = () => notificationStore.getState().items.map(({ message }) => message);

beforeEach(() => notificationStore.setState({ items: [], toasts: [] }));
afterEach(() => sessionStore.setState(emptySession, true));

it("drops messages for a user who is not signed in", () => {
  setUser("a");
  const { result } = renderHook(useNotify);
  // A change that is still running keeps these functions.
  const { notify, notifySuccess } = result.current;
  for (const other of [null, "b"]) {
    setUser(other);
    notifySuccess("gespeichert");
    notify({ type: "error", message: "fehlgeschlagen" });
    expect(messages()).toEqual([]);
  }
  setUser("a");
  notifySuccess("gespeichert");
  expect(messages()).toEqual(["gespeichert"]);
});

it("shows the messages of a page that needs no session", () => {
  const { result } = renderHook(useNotify);
  result.current.notify({ type: "error", message: "fehlgeschlagen" });
  expect(messages()).toEqual(["fehlgeschlagen"]);
});
