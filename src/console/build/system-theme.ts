import type { Plugin } from "vite";

const DARK = /:root\[data-theme="dark"\]\s*\{([^}]*)\}/g;

/**
 * Repeats the dark colours for a device that prefers them while no theme is set on the page: a page drawn by the server is right before any script, and
 * the colours are written once.
 */
export function systemTheme(): Plugin {
  return {
    name: "system-theme",
    enforce: "pre",
    transform(code, id) {
      if (!/\/src\/console\/.*\.css$/.test(id) || !code.includes('data-theme="dark"')) return null;
      const blocks = [...code.matchAll(DARK)].map(([, colours = ""]) => `:root:not([data-theme]) {${colours}}`);
      return { code: `${code}\n@media (prefers-color-scheme: dark) {\n${blocks.join("\n")}\n}\n`, map: null };
    },
  };
}
