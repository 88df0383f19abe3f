import type { Module } from "./tree.ts";

/** Returns the groups of modules that import each other, directly or through others (Tarjan's algorithm). */
export function findCycles(modules: readonly Module[]): string[][] {
  const imports = new Map(
    modules.map(({ path, imports: found }) => [path, found.map(({ target }) => target)]),
  );
  const index = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const cycles: string[][] = [];
  const visit = (path: string): void => {
    const ownIndex = index.size;
    index.set(path, ownIndex);
    lowest.set(path, ownIndex);
    const depth = stack.push(path) - 1;
    for (const target of imports.get(path) ?? []) {
      if (!imports.has(target)) continue;
      if (!index.has(target)) visit(target);
      if (stack.includes(target))
        lowest.set(path, Math.min(lowest.get(path) ?? ownIndex, lowest.get(target) ?? ownIndex));
    }
    if (lowest.get(path) !== ownIndex) return;
    const group = stack.splice(depth);
    if (group.length > 1 || imports.get(path)?.includes(path)) cycles.push(group.toSorted());
  };
  for (const path of imports.keys()) if (!index.has(path)) visit(path);
  return cycles;
}
