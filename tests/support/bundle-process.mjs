import { bundleServer } from "../../src/bundle-server.mjs";

/**
 * `node bundle-process.mjs <name> <folder>`: a script of this folder → `<folder>/<name>.js`.
 * Without parameters: the server's threads → `dist/tests/threads`.
 */
const [, , name, folder] = process.argv;
if (name && folder) await bundleServer(folder, { [name]: `tests/support/${name}.ts` });
else await bundleServer("dist/tests/threads", {});
