import {
  ArrowDownOutlined,
  ArrowUpOutlined,
  PushpinFilled,
  PushpinOutlined,
} from "@ant-design/icons";
import { Button, Checkbox, Flex, InputNumber, Segmented } from "antd";
import { PANEL, type ListSettingsMenuProps } from "./list-settings-menu.tsx";
import { useIsPhone } from "./use-is-phone.ts";
import type { ListSettings } from "./use-list-settings.ts";

/** Px: the header stays readable. */
const LEAST_WIDTH = 48;
const MOST_WIDTH = 900;
const WIDTH_STEP = 20;

export function ListSettingsPanel({
  columns,
  visible,
  settings,
  onChange,
  onReset,
  onCopy,
}: ListSettingsMenuProps) {
  const isPhone = useIsPhone();
  const places = visible.map(({ key }) => key);
  const choosable = [...visible, ...columns.filter(({ key }) => !places.includes(key))].filter(
    ({ key }) => key !== "actions",
  );
  const toggle = (key: string, isOn: boolean) =>
    onChange({
      hidden: isOn ? settings.hidden.filter((one) => one !== key) : [...settings.hidden, key],
      shown: isOn ? [...settings.shown, key] : settings.shown.filter((one) => one !== key),
    });
  const move = (key: string, by: -1 | 1) => {
    const order = [...places];
    const from = order.indexOf(key);
    order.splice(from, 1);
    order.splice(from + by, 0, key);
    onChange({ order });
  };
  const widen = (key: string, width: number | null) => {
    const { [key]: _before, ...others } = settings.widths;
    onChange({ widths: width === null ? others : { ...others, [key]: width } });
  };
  const pin = (key: string, isOn: boolean) =>
    onChange({
      pinned: isOn ? [...settings.pinned, key] : settings.pinned.filter((one) => one !== key),
    });
  return (
    <div style={PANEL}>
      <Segmented
        block
        value={settings.density}
        options={[
          { value: "small", label: "Плотно" },
          { value: "middle", label: "Просторно" },
        ]}
        onChange={(density) => onChange({ density: density as ListSettings["density"] })}
      />
      <ul className="plain-list" style={{ maxHeight: 320, margin: "8px 0", overflow: "auto" }}>
        {choosable.map((one) => {
          const place = places.indexOf(one.key);
          const isPinned = settings.pinned.includes(one.key);
          // Pinned columns are ordered apart.
          const canSwap = (by: -1 | 1) =>
            place >= 0 &&
            visible[place + by] !== undefined &&
            visible[place + by]?.key !== "actions" &&
            visible[place + by]?.isPinned === isPinned;
          return (
            <Flex component="li" key={one.key} gap={12} justify="space-between">
              <Checkbox
                checked={place >= 0}
                disabled={one.isFixed}
                onChange={({ target }) => toggle(one.key, target.checked)}
              >
                {one.title}
              </Checkbox>
              <span>
                {/* No widths and pinning on phone cards. */}
                {isPhone ? null : (
                  <>
                    <InputNumber<number>
                      size="small"
                      style={{ width: 72 }}
                      min={LEAST_WIDTH}
                      max={MOST_WIDTH}
                      step={WIDTH_STEP}
                      precision={0}
                      placeholder="авто"
                      aria-label={`${one.title}: ширина в точках`}
                      disabled={place < 0}
                      value={settings.widths[one.key] ?? null}
                      onChange={(width) => widen(one.key, width)}
                    />
                    <Button
                      type="text"
                      size="small"
                      icon={isPinned ? <PushpinFilled /> : <PushpinOutlined />}
                      aria-label={`${one.title}: закрепить слева`}
                      aria-pressed={isPinned}
                      disabled={place < 0}
                      onClick={() => pin(one.key, !isPinned)}
                    />
                  </>
                )}
                <Button
                  type="text"
                  size="small"
                  icon={<ArrowUpOutlined />}
                  aria-label={`${one.title}: выше`}
                  disabled={!canSwap(-1)}
                  onClick={() => move(one.key, -1)}
                />
                <Button
                  type="text"
                  size="small"
                  icon={<ArrowDownOutlined />}
                  aria-label={`${one.title}: ниже`}
                  disabled={!canSwap(1)}
                  onClick={() => move(one.key, 1)}
                />
              </span>
            </Flex>
          );
        })}
      </ul>
      <Button type="link" size="small" onClick={onReset}>
        Вернуть как было
      </Button>
      {onCopy && !isPhone ? (
        <>
          <Button type="link" size="small" onClick={onCopy}>
            Скопировать строки
          </Button>
          <Button type="link" size="small" onClick={() => window.print()}>
            Печать
          </Button>
        </>
      ) : null}
    </div>
  );
}
