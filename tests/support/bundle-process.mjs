import { bundleServer } from "../../src/bundle-server.mjs";

/**
 * Bundles a script of this folder with the server it starts: `node bundle-process.mjs <name>` makes `dist/tests/<name>/<name>.js`.
 * Without a name: the server's threads alone, in `dist/tests/threads`.
 */
const [, , name] = process.argv;
if (name) await bundleServer(`dist/tests/${name}`, { [name]: `tests/support/${name}.ts` });
else await bundleServer("dist/tests/threads", {});
