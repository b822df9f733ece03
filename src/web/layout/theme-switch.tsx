import { chooseTheme, deviceTheme, useTheme, useThemeChoice } from "#web/theme/theme.ts";

/** The device's own theme means «system». */
export function ThemeSwitch() {
  const theme = useTheme();
  const choice = useThemeChoice();
  const other = theme === "dark" ? "light" : "dark";
  const label = other === "dark" ? "Включить тёмную тему" : "Включить светлую тему";
  return (
    <button
      type="button"
      className="icon-button theme-switch"
      aria-label={label}
      title={choice === "system" ? `${label} (сейчас как на устройстве)` : label}
      onClick={() => chooseTheme(other === deviceTheme() ? "system" : other)}
    >
      <svg
        width="20"
        height="20"
        viewBox="0 0 20 20"
        aria-hidden="true"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
      >
        {theme === "dark" ? (
          <>
            <circle cx="10" cy="10" r="3.6" />
            <path
              d="M10 1.5v2.4M10 16.1v2.4M1.5 10h2.4M16.1 10h2.4M4 4l1.7 1.7M14.3 14.3L16 16M16 4l-1.7 1.7M5.7 14.3L4 16"
              strokeLinecap="round"
            />
          </>
        ) : (
          <path d="M16.5 12.2A7 7 0 0 1 7.8 3.5a7 7 0 1 0 8.7 8.7Z" strokeLinejoin="round" />
        )}
      </svg>
    </button>
  );
}
