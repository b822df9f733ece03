import { bundleServer } from "../../src/bundle-server.mjs";

/** Bundles a script of this folder with the server it starts: `node bundle-process.mjs <name>` makes `dist/tests/<name>/<name>.js`. */
const [, , name] = process.argv;
await bundleServer(`dist/tests/${name}`, { [name]: `tests/support/${name}.ts` });
