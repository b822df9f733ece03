import type { Plugin } from "vite";
import { buildContent, CONTENT, GENERATED } from "./build-content.ts";

/** Builds `src/content` before Vite or Vitest read it, and after changes under `npm run dev`. */
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
          // While the text is edited, the page keeps the last readable version.
          logger.error(String(error));
        }
      });
    },
  };
}
