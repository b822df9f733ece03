import { act, waitFor } from "@testing-library/react";
import { EVENTS_PATH } from "#contract/kernel/api-bases.ts";
import type { consoleServer } from "./console-server.ts";

/** Opens when the page is idle. */
export function liveEvents({ set }: Pick<ReturnType<typeof consoleServer>, "set">): {
  readonly emit: (event: {
    readonly resource: string;
    readonly ids: readonly number[];
  }) => Promise<void>;
} {
  let controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  set(`GET ${EVENTS_PATH}`, () => {
    const raw = new ReadableStream<Uint8Array>({ start: (opened) => void (controller = opened) });
    return { raw, headers: { "content-type": "text/event-stream" } };
  });
  return {
    async emit(event) {
      await waitFor(() => {
        if (!controller) throw new Error("nobody listens");
      });
      await act(async () => {
        controller?.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(event)}\n\n`));
        await new Promise((done) => setTimeout(done, 50));
      });
    },
  };
}
