import { createElement, lazy, useState, type ComponentType } from "react";

/** A component of another chunk, and the way to load that chunk ahead. */
export interface LazyPart<Props extends object> {
  readonly Part: ComponentType<Props>;
  readonly load: () => Promise<unknown>;
}

/**
 * React's `lazy`, except that a part whose chunk has come before is drawn at once: `lazy` would draw the place that waits for it first, and then the page a second time.
 */
export function lazyPart<Props extends object>(loadModule: () => Promise<{ default: ComponentType<Props> }>): LazyPart<Props> {
  let loaded: ComponentType<Props> | null = null;
  const load = async () => {
    const part = await loadModule();
    loaded = part.default;
    return part;
  };
  const Late = lazy(load);
  function Part(props: Props) {
    // Chosen once: another component in the same place would lose its state.
    const [Inside] = useState<ComponentType<Props>>(() => loaded ?? (Late as unknown as ComponentType<Props>));
    return createElement(Inside, props);
  }
  return { Part, load };
}
