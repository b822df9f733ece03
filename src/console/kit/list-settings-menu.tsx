import { ArrowDownOutlined, ArrowUpOutlined, SettingOutlined } from "@ant-design/icons";
import { Button, Checkbox, Popover, Segmented, Tooltip } from "antd";
import type { ListColumn } from "./columns.tsx";
import { visibleColumns, type ListSettings } from "./use-list-settings.ts";

interface ListSettingsMenuProps {
  readonly columns: readonly Pick<ListColumn<never>, "key" | "title" | "isHidden" | "isFixed">[];
  readonly settings: ListSettings;
  readonly onChange: (changed: Partial<ListSettings>) => void;
  readonly onReset: () => void;
}

/** Which columns a list shows, in which order, how dense its rows are. */
export function ListSettingsMenu(props: ListSettingsMenuProps) {
  return (
    <Popover trigger="click" placement="bottomRight" title="Вид списка" destroyOnHidden content={<Settings {...props} />}>
      <Tooltip title="Колонки и плотность">
        <Button icon={<SettingOutlined />} aria-label="Колонки и плотность" />
      </Tooltip>
    </Popover>
  );
}

function Settings({ columns, settings, onChange, onReset }: ListSettingsMenuProps) {
  const visible = visibleColumns(columns, settings);
  const choosable = [...visible, ...columns.filter((one) => !visible.includes(one))].filter(({ isFixed }) => !isFixed);
  const toggle = ({ key, isHidden }: (typeof choosable)[number], isOn: boolean) =>
    onChange({
      hidden: isOn ? settings.hidden.filter((one) => one !== key) : [...settings.hidden, key],
      shown: isOn && isHidden ? [...settings.shown, key] : settings.shown.filter((one) => one !== key),
    });
  const move = (key: string, by: -1 | 1) => {
    const order = visible.map((one) => one.key);
    const from = order.indexOf(key);
    order.splice(from, 1);
    order.splice(from + by, 0, key);
    onChange({ order });
  };
  return (
    <div className="list-settings">
      <Segmented
        block
        value={settings.density}
        options={[
          { value: "small", label: "Плотно" },
          { value: "middle", label: "Просторно" },
        ]}
        onChange={(density) => onChange({ density: density as ListSettings["density"] })}
      />
      <ul className="plain-list">
        {choosable.map((one) => {
          const place = visible.indexOf(one);
          return (
            <li key={one.key}>
              <Checkbox checked={place >= 0} onChange={({ target }) => toggle(one, target.checked)}>
                {one.title}
              </Checkbox>
              <span>
                <Button type="text" size="small" icon={<ArrowUpOutlined />} aria-label={`${one.title}: выше`} disabled={place <= 0} onClick={() => move(one.key, -1)} />
                <Button type="text" size="small" icon={<ArrowDownOutlined />} aria-label={`${one.title}: ниже`} disabled={place < 0 || place === visible.length - 1} onClick={() => move(one.key, 1)} />
              </span>
            </li>
          );
        })}
      </ul>
      <Button type="link" size="small" onClick={onReset}>
        Вернуть как было
      </Button>
    </div>
  );
}
