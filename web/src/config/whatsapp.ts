/** A WhatsApp link with a prepared message. Without a number the shopper chooses the recipient. */
export function whatsappAddress(text: string, number = ''): string {
  return `https://wa.me/${number}?text=${encodeURIComponent(text)}`
}
