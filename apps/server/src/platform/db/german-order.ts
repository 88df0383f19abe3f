import type { OrderByItemBuilder } from "kysely";

/** Orders by German rules, with umlauts next to their vowels: `orderBy("m.last_name", germanOrder)`. */
export function germanOrder(order: OrderByItemBuilder): OrderByItemBuilder {
  return order.collate("de-x-icu");
}
