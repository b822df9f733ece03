import { bundleServer } from "../../src/bundle-server.mjs";

/**
 * Bundles a script of this folder with the server it starts: `node bundle-process.mjs <name> <folder>` makes `<folder>/<name>.js`.
 * Without parameters: the server's threads alone, in `dist/tests/threads`.
 */
const [, , name, folder] = process.argv;
if (name && folder) await bundleServer(folder, { [name]: `tests/support/${name}.ts` });
else await bundleServer("dist/tests/threads", {});
