import { bundleServer } from "../../src/bundle-server.mjs";

/**
 * `node bundle-process.mjs <folder> [name]`: the server's threads and a script of this folder →
 * `<folder>/<name>.js`.
 */
const [, , folder, name] = process.argv;
await bundleServer(folder, name ? { [name]: `tests/support/${name}.ts` } : {});
