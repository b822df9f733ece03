import type { Plugin } from "vite";
import { buildContent, CONTENT, GENERATED } from "./build-content.ts";

/**
 * Makes the modules of `src/content` before Vite or Vitest reads them, and again whenever a text
 * changes under `npm run dev`: the page reloads and the server starts anew by themselves.
 */
export function content(): Plugin {
  return {
    name: "content",
    config() {
      buildContent();
    },
    configureServer({ watcher, config: { logger } }) {
      watcher.add(CONTENT);
      watcher.on("all", (_, file) => {
        if (!file.startsWith(CONTENT) || file.startsWith(GENERATED) || !file.endsWith(".md"))
          return;
        try {
          buildContent();
        } catch (error) {
          // The text is being written: what is shown stays until it can be read.
          logger.error(String(error));
        }
      });
    },
  };
}
