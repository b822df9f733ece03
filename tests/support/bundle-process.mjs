import { bundleServer } from "../../src/bundle-server.mjs";

/**
 * `node bundle-process.mjs <name> <folder>` bundles a script of this folder with its server into
 * `<folder>/<name>.js`. Without parameters: the server's threads, into `dist/tests/threads`.
 */
const [, , name, folder] = process.argv;
if (name && folder) await bundleServer(folder, { [name]: `tests/support/${name}.ts` });
else await bundleServer("dist/tests/threads", {});
