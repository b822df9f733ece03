import { StarFilled, StarOutlined } from "@ant-design/icons";
import { theme } from "antd";

const STARS = [1, 2, 3, 4, 5];

/** Not Ant Design's `Rate`: it stays a row of radio buttons when disabled. */
export function Stars({ score }: { readonly score: number }) {
  const { token } = theme.useToken();
  return (
    <span
      role="img"
      aria-label={`${score.toLocaleString("ru-RU")} из 5`}
      style={{ color: token.colorWarning, whiteSpace: "nowrap" }}
    >
      {STARS.map((star) =>
        star <= Math.round(score) ? (
          <StarFilled key={star} aria-hidden />
        ) : (
          <StarOutlined key={star} aria-hidden />
        ),
      )}
    </span>
  );
}
