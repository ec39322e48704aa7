/** Rings for whoever listens that a state outside of React has changed: what `useSyncExternalStore` asks for. */
export function createEmitter() {
  const listeners = new Set<() => void>();
  return {
    emit: () => listeners.forEach((listener) => listener()),
    listen: (listener: () => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
