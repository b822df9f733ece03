import "@ant-design/v5-patch-for-react-19";
import { App, ConfigProvider, theme as antdTheme } from "antd";
import ruRU from "antd/es/locale/ru_RU";
import dayjs from "dayjs";
import "dayjs/locale/ru";
import { useDeferredValue, useMemo, type ReactNode } from "react";
import { EDGE_SHADOWS, THEME_COLORS } from "#web/theme/theme-tokens.ts";
import { useTheme } from "#web/theme/theme.ts";
import { useReducedMotion } from "#console/kit/use-reduced-motion.ts";

dayjs.locale("ru");

/**
 * The same objects at every render: with new ones everything Ant Design draws would be drawn again.
 */
const NO_WAVE = { disabled: true };
/**
 * Without a stack: a message that is closed by its own button leaves the pointer over nothing, and
 * the stack would wait for ever for it to go. At the edge, where it lies over the header and not
 * over the commands of the page.
 */
const MESSAGES = { stack: false, top: 8 } as const;

/**
 * Ant Design in Russian and in the colours of `theme-tokens.ts`; wraps the screens that draw with
 * it.
 */
export default function AntdFrame({ children }: { children: ReactNode }) {
  // Ant Design makes all its styles anew for another theme: the switch answers first.
  const theme = useDeferredValue(useTheme());
  const colors = THEME_COLORS[theme];
  const isStill = useReducedMotion();
  const config = useMemo(
    () => ({
      // One version of Ant Design on the page: its styles need no mark that tells them from
      // another's, which costs every selector and every start.
      hashed: false,
      algorithm: theme === "dark" ? antdTheme.darkAlgorithm : antdTheme.defaultAlgorithm,
      token: {
        colorPrimary: colors.accentFill,
        colorLink: colors.accent,
        // The lighter shade Ant Design makes of it cannot be read on white.
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
        // Large is the size for fingers.
        controlHeightLG: 44,
        // Nothing waits for the end of a motion that does not happen.
        motion: !isStill,
        // The ring of a field that has the focus (WCAG 2.4.13); the pale one of Ant Design cannot
        // be seen.
        controlOutline: colors.focus,
        controlOutlineWidth: 2,
        colorErrorOutline: colors.focus,
        colorWarningOutline: colors.focus,
      },
      components: {
        // The dark theme's red is light, for texts on dark grounds: words on it are dark.
        Button: {
          primaryShadow: "none",
          dangerShadow: "none",
          dangerColor: theme === "dark" ? colors.ground : colors.onAccent,
        },
        Descriptions: { labelColor: colors.muted },
        Layout: {
          siderBg: colors.surface,
          triggerBg: colors.surface,
          triggerColor: colors.muted,
          bodyBg: colors.ground,
        },
        // The words of an empty list are to be read.
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
        // The fill of buttons is too dark for words on dark grounds.
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
