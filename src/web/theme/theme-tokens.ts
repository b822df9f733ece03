/**
 * Source of Ant Design's tokens and the site's CSS (`npm run theme`). Contrast of text at least 4.5
 * : 1, of borders and state marks 3 : 1 (WCAG 2.2 AA).
 */
export const THEME_COLORS = {
  light: {
    ground: "#f4f6f9",
    surface: "#ffffff",
    surfaceRaised: "#eef2f7",
    text: "#18202b",
    muted: "#566173",
    line: "#d8dee7",
    fieldLine: "#7b8798",
    accent: "#0b57b7",
    accentFill: "#0b57b7",
    accentFillHover: "#094a9c",
    onAccent: "#ffffff",
    accentSoft: "#e4eefb",
    danger: "#b3261e",
    dangerSoft: "#fcebea",
    success: "#14693a",
    successSoft: "#e5f4ea",
    warning: "#7f5200",
    warningSoft: "#fdf3dc",
    focus: "#0b57b7",
  },
  dark: {
    ground: "#12161c",
    surface: "#1b212a",
    surfaceRaised: "#252d38",
    text: "#e8ecf2",
    muted: "#a7b1c0",
    line: "#353f4d",
    fieldLine: "#7a8698",
    accent: "#8dbbff",
    accentFill: "#2c69c4",
    accentFillHover: "#3472ce",
    onAccent: "#ffffff",
    accentSoft: "#1d3150",
    danger: "#ff9d95",
    dangerSoft: "#43221f",
    success: "#7fd4a0",
    successSoft: "#1a3626",
    warning: "#f1c370",
    warningSoft: "#3a2d12",
    focus: "#8dbbff",
  },
} as const;

/** Beside pinned columns; darker than any surface. */
export const EDGE_SHADOWS = { light: THEME_COLORS.light.fieldLine, dark: "#000000" } as const;

/** The chosen theme, else the device's, without scripts. */
export function themeVariables(): string {
  const block = (selector: string, scheme: "light" | "dark") => {
    const lines = Object.entries(THEME_COLORS[scheme]).map(
      ([name, value]) =>
        `  --${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}: ${value};`,
    );
    return `${selector} {\n  color-scheme: ${scheme};\n${lines.join("\n")}\n}`;
  };
  const device = `@media (prefers-color-scheme: dark) {\n${block(":root:not([data-theme])", "dark").replaceAll(/^/gm, "  ")}\n}`;
  return `${["/* Written by `npm run theme` from theme-tokens.ts. */", block(":root", "light"), block(':root[data-theme="dark"]', "dark"), device].join("\n")}\n`;
}
