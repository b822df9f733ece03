import "@ant-design/v5-patch-for-react-19";
import { ConfigProvider, theme as antdTheme } from "antd";
import ruRU from "antd/locale/ru_RU";
import dayjs from "dayjs";
import "dayjs/locale/ru";
import { useDeferredValue, useMemo, type ReactNode } from "react";
import { useTheme } from "./theme.ts";

dayjs.locale("ru");

/** Ant Design in Russian and in the colours of `theme.css`; wraps the screens that draw with it. */
export default function AntdFrame({ children }: { children: ReactNode }) {
  // The page itself changes at once by its variables; a whole table of Ant Design follows without holding it up.
  const theme = useDeferredValue(useTheme());
  const config = useMemo(
    () => ({
      // One version of Ant Design on the page: its styles need no mark that tells them from another's, which costs every selector and every start.
      hashed: false,
      algorithm: theme === "dark" ? antdTheme.darkAlgorithm : antdTheme.defaultAlgorithm,
      token: {
        colorPrimary: themeColor("--accent-fill"),
        colorLink: themeColor("--accent"),
        colorError: themeColor("--danger"),
        colorSuccess: themeColor("--success"),
        colorWarning: themeColor("--warning"),
        colorText: themeColor("--text"),
        colorTextDescription: themeColor("--muted"),
        colorTextPlaceholder: themeColor("--muted"),
        colorBgBase: themeColor("--surface"),
        colorBgContainer: themeColor("--surface"),
        colorBorder: themeColor("--field-line"),
        colorBorderSecondary: themeColor("--line"),
        fontFamily: "inherit",
        fontSize: 15,
        borderRadius: 8,
        controlHeight: 36,
      },
      // The same words as on the light buttons beside it.
      components: { Button: { contentFontSizeLG: 15, fontWeight: 600 } },
    }),
    [theme],
  );
  return (
    <ConfigProvider locale={ruRU} theme={config} wave={{ disabled: true }}>
      {children}
    </ConfigProvider>
  );
}

/** A colour of `theme.css` as the browser resolves it now: the one source antd's tokens are made from. */
function themeColor(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}
