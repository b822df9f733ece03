import type { Plugin } from "vite";

/** Must be the very beginning of the file; browsers that do not know it read a comment. */
const HINT = "//# allFunctionsCalledOnLoad\n";

/**
 * A page runs most of what it loads: told so, Chromium compiles a file whole while it comes, beside the main thread, instead of reading every function there twice.
 * After Vite's own last step, which puts the table of a chunk's dependencies before everything else.
 */
export function compileHints(): Plugin {
  return {
    name: "compile-hints",
    apply: "build",
    enforce: "post",
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        for (const file of Object.values(bundle)) if (file.type === "chunk") file.code = HINT + file.code;
      },
    },
  };
}
