import { UserOutlined } from "@ant-design/icons";
import { Avatar, Button, Flex, Upload } from "antd";
import { authEndpoints } from "#contract/auth/auth-endpoints.ts";
import type { MyInfo } from "#contract/auth/session.ts";
import { useCommand } from "#console/calls/use-command.ts";
import { reloadMe } from "#web/session/session.ts";
import { PersonPicture } from "#web/ui/person-picture.tsx";
import { pictureCropWindow } from "./picture-crop-modal.tsx";
import { useModal } from "#web/modals/use-modal.ts";

export function PictureForm({ me: { picture, isWorkman } }: { readonly me: MyInfo }) {
  const { show } = useModal();
  const { run, isRunning } = useCommand(authEndpoints.deletePicture, { done: "Фотография убрана" });
  const handleDelete = () => void run().then((answer) => answer && reloadMe());
  return (
    <Flex gap="middle" align="center">
      {picture ? (
        <PersonPicture picture={picture} sizePx={80} />
      ) : (
        <Avatar size={80} icon={<UserOutlined aria-hidden />} style={{ flex: "none" }} />
      )}
      <div>
        <p style={{ margin: "0 0 8px" }}>
          {isWorkman
            ? "Её видят заказчики рядом с вашим именем и все, кто откроет вашу страницу"
            : "Она видна вам в шапке сайта"}
        </p>
        <Flex gap="small" wrap>
          <Upload
            accept="image/*"
            showUploadList={false}
            fileList={[]}
            beforeUpload={(file) => {
              show(pictureCropWindow(file));
              return Upload.LIST_IGNORE;
            }}
          >
            <Button>{picture ? "Заменить фото" : "Загрузить фото"}</Button>
          </Upload>
          {picture ? (
            <Button danger loading={isRunning} onClick={handleDelete}>
              Убрать фото
            </Button>
          ) : null}
        </Flex>
      </div>
    </Flex>
  );
}
