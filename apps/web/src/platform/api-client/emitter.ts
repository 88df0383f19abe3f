/** Listeners for one kind of event. */
export type Emitter<Value> = {
  on: (listener: (value: Value) => void) => () => void;
  /** Returns whether there was a listener. */
  emit: (value: Value) => boolean;
};

/**
 * Creates an emitter. A listener may remove itself while it is called; `on` returns a function that removes
 * the listener.
 */
export function createEmitter<Value>(): Emitter<Value> {
  const listeners = new Set<(value: Value) => void>();
  return {
    on: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    emit: (value) => {
      const hadListeners = listeners.size > 0;
      for (const listener of listeners) listener(value);
      return hadListeners;
    },
  };
}
