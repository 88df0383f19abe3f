/** Listeners for one kind of event. */
export type Emitter<Value> = {
  on: (listener: (value: Value) => void) => () => void;
  /** Returns whether there was a listener. */
  emit: (value: Value) => boolean;
};

/**
 * Creates an emitter. `on` returns a function that removes the listener. A listener may remove itself while it is being
 * called.
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
