/** The browser's store of answers, as much of it as is used: happy-dom has none. */
export function cachesInMemory(): CacheStorage {
  const stores = new Map<string, Map<string, Response>>();
  const addressOf = (asked: RequestInfo | URL) =>
    new URL(asked instanceof Request ? asked.url : asked, "http://localhost").href;
  const open = async (name: string) => {
    const store = stores.get(name) ?? new Map<string, Response>();
    stores.set(name, store);
    return {
      put: async (asked: RequestInfo, answer: Response) =>
        void store.set(addressOf(asked), answer.clone()),
      match: async (asked: RequestInfo) => store.get(addressOf(asked))?.clone(),
      keys: async () => [...store.keys()].map((address) => new Request(address)),
      delete: async (asked: RequestInfo) => store.delete(addressOf(asked)),
    };
  };
  return {
    open,
    has: async (name: string) => stores.has(name),
    delete: async (name: string) => stores.delete(name),
  } as unknown as CacheStorage;
}
