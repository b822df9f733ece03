import "@ant-design/v5-patch-for-react-19";
import { App, ConfigProvider, theme as antdTheme } from "antd";
import ruRU from "antd/es/locale/ru_RU";
import dayjs from "dayjs";
import "dayjs/locale/ru";
import { useDeferredValue, useMemo, type ReactNode } from "react";
import { EDGE_SHADOWS, THEME_COLORS } from "#web/theme/theme-tokens.ts";
import { useIsPrinting } from "#web/theme/printing.ts";
import { useTheme } from "#web/theme/theme.ts";
import { useReducedMotion } from "#console/kit/use-reduced-motion.ts";

dayjs.locale("ru");

/** Constant: a new identity would re-render every Ant Design component. */
const NO_WAVE = { disabled: true };
/** No stack: hovering pauses it, and after a close button the pointer never leaves. */
const MESSAGES = { stack: false, top: 8 } as const;

export default function AntdFrame({ children }: { children: ReactNode }) {
  // Deferred, because Ant Design regenerates all styles.
  const deferred = useDeferredValue(useTheme());
  // Paper does not wait.
  const theme = useIsPrinting() ? "light" : deferred;
  const colors = THEME_COLORS[theme];
  const isStill = useReducedMotion();
  const config = useMemo(
    () => ({
      // One version needs no hash class in each selector.
      hashed: false,
      algorithm: theme === "dark" ? antdTheme.darkAlgorithm : antdTheme.defaultAlgorithm,
      token: {
        colorPrimary: colors.accentFill,
        colorLink: colors.accent,
        // Ant Design's hover shade is unreadable on white.
        colorLinkHover: colors.accent,
        colorError: colors.danger,
        colorSuccess: colors.success,
        colorWarning: colors.warning,
        colorInfo: colors.accent,
        colorSuccessBg: colors.successSoft,
        colorWarningBg: colors.warningSoft,
        colorErrorBg: colors.dangerSoft,
        colorInfoBg: colors.accentSoft,
        colorText: colors.text,
        colorTextDescription: colors.muted,
        colorTextPlaceholder: colors.muted,
        colorTextTertiary: colors.muted,
        colorBgBase: colors.surface,
        colorBgContainer: colors.surface,
        colorBgElevated: colors.surface,
        colorBorder: colors.fieldLine,
        colorBorderSecondary: colors.line,
        fontFamily: "inherit",
        colorBgLayout: colors.ground,
        fontSize: 14,
        borderRadius: 6,
        // Touch-sized.
        controlHeightLG: 44,
        motion: !isStill,
        // Focus ring (WCAG 2.4.13); Ant Design's own is too pale.
        controlOutline: colors.focus,
        controlOutlineWidth: 2,
        colorErrorOutline: colors.focus,
        colorWarningOutline: colors.focus,
      },
      components: {
        // The dark theme's red is light, so labels on it are dark.
        Button: {
          primaryShadow: "none",
          dangerShadow: "none",
          dangerColor: theme === "dark" ? colors.ground : colors.onAccent,
        },
        Badge: { colorTextLightSolid: theme === "dark" ? colors.ground : colors.onAccent },
        Descriptions: { labelColor: colors.muted },
        Layout: {
          siderBg: colors.surface,
          triggerBg: colors.surface,
          triggerColor: colors.muted,
          bodyBg: colors.ground,
        },
        List: { colorTextDisabled: colors.muted },
        Menu: {
          itemSelectedColor: colors.accent,
          itemSelectedBg: colors.accentSoft,
          horizontalItemSelectedColor: colors.accent,
          horizontalItemHoverColor: colors.accent,
          fontSize: 13,
          itemHeight: 32,
          itemMarginBlock: 2,
          groupTitleFontSize: 12,
          horizontalLineHeight: "36px",
          itemBg: "transparent",
          activeBarBorderWidth: 0,
        },
        Table: {
          colorTextDisabled: colors.muted,
          cellPaddingBlockSM: 5,
          cellPaddingInlineSM: 8,
          headerBg: colors.surfaceRaised,
          rowHoverBg: colors.surfaceRaised,
          headerSplitColor: "transparent",
          cellFontSizeSM: 13,
          colorSplit: EDGE_SHADOWS[theme],
        },
        // The buttons' fill is too dark for text on dark grounds.
        Tabs: {
          itemSelectedColor: colors.accent,
          itemHoverColor: colors.accent,
          itemActiveColor: colors.accent,
          inkBarColor: colors.accent,
        },
        Pagination: { colorPrimary: colors.accent, colorPrimaryHover: colors.accent },
        Tag: { defaultBg: colors.surfaceRaised },
        // Specification §9.
        Notification: { width: 310 },
        Statistic: { titleFontSize: 12, contentFontSize: 16 },
      },
    }),
    [theme, colors, isStill],
  );
  return (
    <ConfigProvider locale={ruRU} theme={config} wave={NO_WAVE} componentSize="middle">
      <App component={false} notification={MESSAGES}>
        {children}
      </App>
    </ConfigProvider>
  );
}
