/**
 * Sends text messages. Success means that the gateway accepted the message, not that it arrived.
 */
export interface SmsGateway {
  /**
   * @param phone - 79XXXXXXXXX.
   * @param messageId - idempotency key; without it every call sends a message.
   * @throws Error when the gateway did not accept it; the caller may retry.
   */
  send(phone: string, text: string, messageId?: string): Promise<void>;
}
