/** A list of listeners for one kind of event. */
export type Emitter<Value> = {
  on: (listener: (value: Value) => void) => () => void;
  emit: (value: Value) => void;
};

/** Makes an emitter. A listener may remove itself while it is called; `on` returns how to remove it. */
export function createEmitter<Value>(): Emitter<Value> {
  const listeners = new Set<(value: Value) => void>();
  return {
    on: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    emit: (value) => {
      for (const listener of listeners) listener(value);
    },
  };
}
