import { Flex, Typography } from "antd";
import { useEffect, type Ref } from "react";
import type { RegistryInfo } from "#contract/registries/registry.ts";
import { useIsPrinting } from "#web/theme/printing.ts";
import { FingerSize } from "#console/kit/finger-size.tsx";
import { useIsPhone } from "#console/kit/use-is-phone.ts";
import type { RegistryParts, RegistryRow, RegistryStartProps } from "./registry-kind.ts";
import { groupedDigits } from "./registry-labels.ts";
import { ROW_TITLES } from "./registry-stats.ts";

/** Height of the bar of sections, which a phone has below. */
const SECTIONS_PX = 53;
/** Of the window's end, covered by the footer. */
const COVERED_PX = { wide: 60, phone: SECTIONS_PX + 112 } as const;

interface RegistryFooterProps<
  Info extends RegistryInfo,
  Item extends RegistryRow,
> extends RegistryStartProps<Info> {
  readonly parts: RegistryParts<Info, Item>;
  /** Around the command that starts. */
  readonly startRef: Ref<HTMLDivElement>;
}

/** What a start costs and its command, in sight however long the rows are, above a banner too. */
export function RegistryFooter<Info extends RegistryInfo, Item extends RegistryRow>({
  parts,
  startRef,
  ...start
}: RegistryFooterProps<Info, Item>) {
  const { info } = start;
  const isPhone = useIsPhone();
  const isPrinting = useIsPrinting();
  const figures = parts.useFigures(info);
  useClearEnd(isPhone ? COVERED_PX.phone : COVERED_PX.wide);
  // As wide as the page, over its padding.
  const edgePx = isPhone ? 12 : 16;
  return (
    <Flex
      component="section"
      aria-label="Запуск реестра"
      vertical={isPhone}
      align={isPhone ? "stretch" : "center"}
      gap="4px 16px"
      style={{
        position: isPrinting ? "static" : "sticky",
        bottom: `calc(${isPhone ? SECTIONS_PX : 0}px + var(--room-below, 0px))`,
        zIndex: 4,
        marginInline: -edgePx,
        padding: `4px ${edgePx}px`,
        borderTop: "1px solid var(--line)",
        background: "var(--surface)",
        lineHeight: "20px",
      }}
    >
      <Flex
        flex="1"
        wrap
        gap={isPhone ? "0 8px" : "0 16px"}
        style={isPhone ? { fontSize: 12 } : undefined}
      >
        <span className="num">
          {ROW_TITLES.all} {groupedDigits(info.rowsCount)}
        </span>
        <span className="num">
          {ROW_TITLES.ready} {groupedDigits(info.readyCount)}
        </span>
        {figures.map(({ key, text, isBad }) => (
          <Typography.Text
            key={key}
            className="num"
            type={isBad ? "danger" : undefined}
            style={{ fontSize: "inherit" }}
          >
            {text}
          </Typography.Text>
        ))}
      </Flex>
      <FingerSize>
        <Flex vertical ref={startRef}>
          <parts.Start {...start} />
        </Flex>
      </FingerSize>
    </Flex>
  );
}

/** What the keyboard leads to stops above the footer. */
function useClearEnd(px: number): void {
  useEffect(() => {
    const { style } = document.documentElement;
    style.scrollPaddingBottom = `calc(${px}px + var(--room-below, 0px))`;
    return () => void style.removeProperty("scroll-padding-bottom");
  }, [px]);
}
