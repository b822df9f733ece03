/**
 * Sends text messages. The answer says the gateway has taken the message, not that it has arrived.
 */
export interface SmsGateway {
  /**
   * @param phone - 79XXXXXXXXX.
   * @param messageId - the gateway sends one id once; without it every call is a message of its
   *   own.
   * @throws Error when the gateway did not take it; the caller may try again.
   */
  send(phone: string, text: string, messageId?: string): Promise<void>;
}
