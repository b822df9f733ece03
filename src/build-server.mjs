import { bundleServer } from "./bundle-server.mjs";

/** The server as it is delivered, `dist/server`. */
await bundleServer("dist/server", {
  main: "src/server/main.ts",
  cli: "src/server/cli.ts",
});
