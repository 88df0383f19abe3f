import type { RouteComponent } from "@tanstack/react-router";
import { createElement, lazy, useState, type ComponentType } from "react";
import type { CatalogueName } from "../../platform/i18n/catalogues.ts";
import { ensureMessages } from "../../platform/i18n/store.ts";
import { DownloadError } from "./download-error.ts";
import { reloadOnce } from "./reload-once.ts";

/** A promise that never settles, because the page is about to reload and must not show an error before. */
const neverResolves = new Promise<never>(() => {});

function recover(reason: unknown): Promise<never> {
  try {
    if (reloadOnce(sessionStorage, Date.now(), () => location.reload())) return neverResolves;
  } catch {
    // Without session storage, a reload could repeat forever. The error page offers it instead.
  }
  return Promise.reject(new DownloadError(reason));
}

/** A page that can be prefetched. A failed prefetch does not reload the page, but navigation to the page does. */
export type WithPrefetch = { readonly prefetch: () => Promise<unknown> };
export type LazyPage = RouteComponent & WithPrefetch;

/**
 * Creates a page that is downloaded with its texts when it is first opened. The router calls `preload` before
 * rendering, so neither a blank page nor a text key is ever visible. A failed download reloads the page once
 * and is not cached, so that a later visit tries again.
 */
export function lazyPage(
  load: () => Promise<ComponentType>,
  ...catalogues: readonly CatalogueName[]
): LazyPage {
  let pending: Promise<{ default: ComponentType }> | undefined;
  const download = () => Promise.all([load(), ensureMessages(...catalogues)]);
  const get = (): Promise<{ default: ComponentType }> => {
    pending ??= download().then(
      ([component]) => ({ default: component }),
      (reason: unknown) => {
        pending = undefined;
        return recover(reason);
      },
    );
    return pending;
  };
  const Lazy = lazy(get);
  const preload = async (): Promise<void> => {
    await get();
  };
  const prefetch = () => pending ?? download();
  return Object.assign(() => createElement(Lazy), { preload, prefetch });
}

/**
 * Returns a page that renders one of two pages, chosen each time it is opened. Both are downloaded like single pages.
 */
export function eitherPage(isFirst: () => boolean, first: LazyPage, second: LazyPage): LazyPage {
  const getPage = () => (isFirst() ? first : second);
  const Either = () => createElement(useState(getPage)[0]);
  return Object.assign(Either, {
    preload: () => getPage().preload?.(),
    prefetch: () => getPage().prefetch(),
  });
}
